"""Which commands and options are there?"""

import argparse
import re
from collections.abc import Callable, Sequence

from lcexplore.cli import values
from lcexplore.cli.registry import Commands, Parser, late
from lcexplore.version import VERSION

_NEGATIVE = re.compile(r"-\.?\d")


def parse(arguments: Sequence[str]) -> argparse.Namespace:
    """Read a command line; ``--margin -2pts`` is understood like ``--margin=-2pts``."""
    joined: list[str] = []
    for each in arguments:
        if joined and joined[-1].startswith("--") and _NEGATIVE.match(each):
            joined[-1] += f"={each}"
        else:
            joined.append(each)
    return build().parse_args(joined)


def build() -> argparse.ArgumentParser:
    """Return the parser of the whole command line."""
    parser = Parser(
        prog="lcexplore",
        description="Does what we measured license the switch? Two arms, the same questions.",
        epilog="example: lcexplore demo",
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"lcexplore {VERSION}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND", parser_class=Parser)
    for add in (
        _app_commands,
        _import_commands,
        _store_commands,
        _draw_command,
        _price_command,
        _review_commands,
        _pure_commands,
    ):
        add(Commands(commands))
    return parser


def _app_commands(commands: Commands) -> None:
    demo = commands.add(
        "demo",
        late("serve", "demo"),
        "open the app on the worked example",
        "--no-open --port 8600",
    )
    demo.set_defaults(store=None)
    app = commands.add(
        "app", late("serve", "app"), "open the app on a store", "--store runs.duckdb"
    )
    for command in (demo, app):
        command.add_argument("--no-open", action="store_true", help="do not open a browser")
        command.add_argument(
            "--port", type=values.port, metavar="N", help="port (default: first free from 8501)"
        )


def _import_commands(commands: Commands) -> None:
    command = commands.add(
        "import",
        late("stored", "import_files"),
        "read run logs into the store",
        "long.jsonl rag.jsonl --comparison policy --baseline rag",
    )
    command.add_argument(
        "files",
        nargs="+",
        metavar="FILE",
        help="logs of one comparison, both arms in one file or in two",
    )
    _comparison(command)
    add = command.add_argument
    add("--arm", type=values.name, metavar="NAME", help="arm of every row, whatever the rows say")
    add("--baseline", type=values.name, metavar="NAME", help="the arm that runs today; say it once")
    add("--format", type=values.name, metavar="F", help="such as inspect; a wrong name lists all")
    add(
        "--map",
        action="append",
        type=values.pair,
        metavar="FIELD=COLUMN",
        default=[],
        help="read COLUMN as FIELD: question, arm, verdict, answer, latency_s (seconds) ...; "
        "repeat for more; a wrong FIELD lists all",
    )
    add("--map-file", metavar="FILE.yaml", help="read as this file says; other options beat it")
    add("--save-map", metavar="FILE.yaml", help="write down how the files were read, for the next")
    add(
        "--requests",
        action="store_true",
        help="the files hold requests without questions, such as production's",
    )
    _verdicts(command)
    add(
        "--cache-multipliers",
        type=values.multipliers,
        metavar="read=R,write=W",
        help="price of cached tokens in full-price tokens, such as read=0.1,write=1.25",
    )
    add("--replace", action="store_true", help="let a row replace a stored one of the same key")


def _verdicts(command: argparse.ArgumentParser) -> None:
    add = command.add_argument
    for verdict in ("correct", "incorrect"):
        add(
            f"--{verdict}",
            action="extend",
            type=values.words,
            metavar="VALUE,...",
            default=[],
            help=f"verdicts to read as {verdict}, separated by commas; may be repeated",
        )
    add("--correct-at", type=values.number, metavar="X", help="a score of X or more is correct")
    add("--partial", choices=("correct", "incorrect"), help="how to read partial credit")


def _store_commands(commands: Commands) -> None:
    labels = commands.add(
        "labels",
        late("stored", "import_labels"),
        "read human labels",
        "labels.csv --comparison policy",
    )
    labels.add_argument(
        "file", metavar="FILE", help="CSV or JSON Lines: question, arm, labeller, verdict"
    )
    _comparison(labels)
    labels.add_argument(
        "--shaped",
        type=values.name,
        metavar="RUBRIC",
        help="a rubric that these labels were used to shape: they cannot certify it",
    )
    judgements = commands.add(
        "judgements",
        late("stored", "import_judgements"),
        "read verdicts that compare two answers, for a judge's position bias",
        "result.json --comparison policy --judge gpt-4",
    )
    judgements.add_argument("file", metavar="FILE", help="LLMBar, JudgeBench or AlpacaEval JSON")
    _comparison(judgements)
    judgements.add_argument(
        "--judge", type=values.name, metavar="NAME", help="the judge (default: as the file says)"
    )
    commit = commands.add(
        "commit",
        late("stored", "commit"),
        "freeze a decision record",
        "decision.yaml --comparison policy",
    )
    commit.add_argument(
        "record", metavar="RECORD.yaml", help="the rule that was agreed, as in the README"
    )
    _comparison(commit)
    commands.add("list", late("stored", "contents"), "list what is in the store", "")
    forget = commands.add("forget", late("stored", "forget"), "take an import back", "3")
    forget.add_argument(
        "import_id", type=values.count, metavar="IMPORT", help="its number in 'lcexplore list'"
    )


_REPEATED: dict[str, tuple[Callable[[str], object], str, str]] = {
    "--stratum": (
        values.pair,
        "KIND=N",
        "questions of one kind, instead of in proportion; repeat for each kind",
    ),
    "--strip": (
        values.name,
        "TEXT",
        "words that give an arm away (default: names of arms and models); repeat for more",
    ),
    "--labeller": (values.name, "NAME", "who will label (default: any two); repeat for more"),
}


def _draw_command(commands: Commands) -> None:
    draw = commands.add(
        "draw",
        late("draw", "draw"),
        "draw questions at random for people to label",
        "--comparison policy --seed 7 --labeller Ada --labeller Ben",
    )
    _comparison(draw)
    _arms(draw)
    add = draw.add_argument
    add("--size", type=values.count, default=50, metavar="N", help="questions (default 50)")
    add("--seed", type=values.count, metavar="N", help="repeats a draw (default: any, recorded)")
    for option, (kind, metavar, does) in _REPEATED.items():
        add(option, action="append", type=kind, metavar=metavar, default=[], help=does)
    add(
        "--half-width",
        type=values.difference,
        metavar="X",
        help="half-width wanted of the corrected difference (default 5pts)",
    )
    add("--plan", action="store_true", help="say what labels would buy, and draw nothing")


def _price_command(commands: Commands) -> None:
    prices = commands.add(
        "prices",
        late("prices", "prices"),
        "say what tokens cost, by a price sheet",
        "prices.yaml --comparison policy",
    )
    prices.add_argument(
        "file", metavar="FILE.yaml", help="currency, and per model the prices of a million tokens"
    )
    _comparison(prices)


def _review_commands(commands: Commands) -> None:
    summary = commands.add(
        "summary",
        late("reviews", "summary"),
        "print every figure of the decision",
        "--comparison policy",
    )
    decide = commands.add(
        "decide",
        late("reviews", "decide"),
        "read the record clause by clause",
        "--comparison policy",
    )
    for command in (summary, decide):
        _comparison(command)
        _arms(command)
    summary.add_argument("--grader", type=values.name, metavar="G", help="grader to show")
    summary.add_argument("--rubric", type=values.name, metavar="R", help="rubric to show")
    summary.add_argument(
        "--source",
        choices=("eval", "requests"),
        help="whose latency, hit rate, tokens and cost: the eval's answers or the request log",
    )
    decide.add_argument("--record", metavar="FILE", help="read this record, not the committed one")
    decide.add_argument(
        "--accept-claimed",
        action="store_true",
        help="believe a commit date that only the record claims",
    )


def _pure_commands(commands: Commands) -> None:
    size = commands.add(
        "size",
        late("reviews", "size"),
        "how many questions are needed",
        "--discordance 0.2 --difference 3pts",
    )
    _comparison(size, required=False)
    _arms(size)
    shares = {
        "--discordance": "share of questions on which the arms differ",
        "--difference": "true difference to plan for, candidate minus baseline",
        "--half-width": "wanted half-width of the interval (default 2.5pts)",
        "--margin": "bar the lower end must reach, such as 1pts or -2pts",
    }
    for option, does in shares.items():
        size.add_argument(option, type=values.difference, metavar="X", help=does)
    size.add_argument(
        "--power", type=values.share, default=0.8, help="chance to reach the margin (default 0.8)"
    )
    paired = commands.add(
        "paired", late("reviews", "paired"), "analyse four cells, no store needed", "139 17 30 54"
    )
    cells = {
        "both": "both arms got right",
        "candidate_only": "only the candidate got right",
        "baseline_only": "only the baseline got right",
        "neither": "neither arm got right",
    }
    for cell, does in cells.items():
        paired.add_argument(cell, type=values.count, help=f"questions that {does}")
    for command in (size, paired):
        command.add_argument(
            "--level", type=values.share, default=None, help="level of the interval (default 0.95)"
        )


def _comparison(command: argparse.ArgumentParser, *, required: bool = True) -> None:
    command.add_argument(
        "--comparison",
        required=required,
        type=values.name,
        metavar="NAME",
        help="its name; 'lcexplore list' names those in the store",
    )


def _arms(command: argparse.ArgumentParser) -> None:
    command.add_argument("--baseline", type=values.name, metavar="ARM", help="arm that runs today")
    command.add_argument("--candidate", type=values.name, metavar="ARM", help="arm to switch to")
