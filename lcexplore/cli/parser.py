"""Which commands and options are there?"""

import argparse
import re
from collections.abc import Callable, Sequence

from lcexplore.cli import asking, values
from lcexplore.cli.registry import Commands, Parser, arms, comparison, late
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
        _label_commands,
        _store_commands,
        _draw_command,
        _price_command,
        asking.review_commands,
        asking.report_command,
        asking.pure_commands,
    ):
        add(Commands(commands))
    return parser


def _app_commands(commands: Commands) -> None:
    demo = commands.add(
        "demo",
        late("serve", "demo"),
        "open the app on the worked example",
        "--no-open --port 8600",
        usual="one of its own, made once and kept in the cache folder",
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


_REPLACE = (
    "put a row in the place of a stored one of the same question, arm and epoch that says "
    "something else (default: the row is refused)"
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
    comparison(command)
    add = command.add_argument
    add("--arm", type=values.name, metavar="NAME", help="arm of every row, whatever the rows say")
    add("--baseline", type=values.name, metavar="NAME", help="the arm that runs today; say it once")
    add("--format", type=values.name, metavar="F", help="such as inspect; any other name lists all")
    add(
        "--map",
        action="append",
        type=values.pair,
        metavar="FIELD=COLUMN",
        default=[],
        help="read COLUMN as FIELD: question, arm, verdict, answer, latency_s (or latency_ms), "
        "usage.input_total (cached tokens included) ...; repeat for more; any other FIELD is "
        "refused, and all are listed",
    )
    add("--map-file", metavar="FILE.yaml", help="read as this file says; other options beat it")
    add("--save-map", metavar="FILE.yaml", help="write down how the files were read, for the next")
    add(
        "--requests",
        action="store_true",
        help="the files hold requests without questions, such as production's",
    )
    _values(command)
    add("--replace", action="store_true", help=_REPLACE)


def _verdicts(command: argparse.ArgumentParser) -> None:
    for verdict in ("correct", "incorrect"):
        command.add_argument(
            f"--{verdict}",
            action="extend",
            type=values.words,
            metavar="VALUE,...",
            default=[],
            help=f"verdicts to read as {verdict}, separated by commas; may be repeated",
        )


def _values(command: argparse.ArgumentParser) -> None:
    _verdicts(command)
    add = command.add_argument
    add(
        "--correct-at",
        action="append",
        default=[],
        metavar="[GRADER=]X",
        help="a score of X or more is correct; may be repeated, once for each grader or rubric",
    )
    add("--partial", choices=("correct", "incorrect"), help="how to read partial credit")
    add(
        "--cache-multipliers",
        type=values.multipliers,
        metavar="read=R,write=W",
        help="price of cached tokens in full-price tokens, such as read=0.1,write=1.25",
    )
    add(
        "--manifest",
        type=values.pair,
        action="append",
        default=[],
        metavar="FIELD=VALUE",
        help="what held for the whole run and the log does not say, such as model=m-2026-04-17",
    )


def _label_commands(commands: Commands) -> None:
    labels = commands.add(
        "labels",
        late("stored", "import_labels"),
        "read human labels",
        "labels.csv --comparison policy",
    )
    labels.add_argument(
        "file", metavar="FILE", help="CSV or JSON Lines: question, arm, labeller, verdict"
    )
    comparison(labels)
    _verdicts(labels)
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
    comparison(judgements)
    judgements.add_argument(
        "--judge", type=values.name, metavar="NAME", help="the judge (default: as the file says)"
    )


def _store_commands(commands: Commands) -> None:
    commit = commands.add(
        "commit",
        late("stored", "commit"),
        "freeze a decision record",
        "decision.yaml --comparison policy",
    )
    commit.add_argument(
        "record", metavar="RECORD.yaml", help="the rule that was agreed, as in the README"
    )
    comparison(commit)
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
    comparison(draw)
    arms(draw)
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
    comparison(prices)
