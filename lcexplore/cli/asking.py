"""Which commands ask: about one comparison, or about numbers that are given?"""

import argparse

from lcexplore.cli import values
from lcexplore.cli.registry import Commands, arms, comparison, late


def review_commands(commands: Commands) -> None:
    """Add the commands that read one comparison."""
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
        comparison(command)
        arms(command)
    _grading(summary)
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


def report_command(commands: Commands) -> None:
    """Add the command that writes what the pages show into a file."""
    report = commands.add(
        "report",
        late("offline", "report"),
        "write the offline report, one HTML file for a review meeting",
        "--comparison policy -o policy.html",
    )
    comparison(report)
    arms(report)
    _grading(report)
    report.add_argument(
        "-o", "--output", required=True, type=values.name, metavar="FILE.html", help="file to write"
    )
    report.add_argument(
        "--force", action="store_true", help="write over a file that says something else"
    )


def _grading(command: argparse.ArgumentParser) -> None:
    command.add_argument("--grader", type=values.name, metavar="G", help="grader to show")
    command.add_argument("--rubric", type=values.name, metavar="R", help="rubric to show")


def pure_commands(commands: Commands) -> None:
    """Add the commands that can do without a store."""
    size = commands.add(
        "size",
        late("reviews", "size"),
        "how many questions are needed",
        "--discordance 0.2 --difference 3pts",
    )
    comparison(size, required=False)
    arms(size)
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
