"""How is the sample data made? ``python sample_runs/generate.py [FOLDER]`` rewrites all of it.

All of it is invented. No clock, no network and no unseeded draw is used, so running it twice
gives the same bytes.
"""

import sys
from pathlib import Path

from _labels import write_labels, write_record
from _probe import PROBE, write_probe
from _questions import eval_set, probe_set
from _runs import PILOT, V3, write_pilot, write_v3


def generate(folder: Path) -> None:
    """Write the three comparisons below ``folder``."""
    questions = eval_set()
    write_pilot(folder / PILOT, questions)
    outcomes = write_v3(folder / V3, questions)
    write_labels(folder / V3 / "labels.csv", outcomes)
    write_record(folder / V3 / "decision.yaml")
    write_probe(folder / PROBE, probe_set())


if __name__ == "__main__":
    generate(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).resolve().parent)
