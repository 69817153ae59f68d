"""What would more questions give, where their documents are too few, or too unlike in size?"""

import json

import pytest

from lcexplore import ingest
from lcexplore.report import enlarged
from lcexplore.report.review import review
from lcexplore.report.sample import Scenario
from lcexplore.store import Store

NO_MARGIN = Scenario()


def log(arm, wrong_every, sizes):
    rows = [{"lcexplore": 1, "manifest": {"arm": arm, "baseline": "retrieval"}}]
    documents = [place for place, size in enumerate(sizes) for _ in range(size)]
    rows += [
        {
            "question": f"q{number}",
            "cluster": f"d{document}",
            "verdict": "correct" if number % wrong_every else "incorrect",
        }
        for number, document in enumerate(documents, 1)
    ]
    return "\n".join(map(json.dumps, rows))


def asked(folder, sizes):
    store, paths = Store(folder / "store.duckdb"), []
    for arm, wrong_every in (("retrieval", 5), ("long-context", 7)):
        paths.append(folder / f"{arm}.jsonl")
        paths[-1].write_text(log(arm, wrong_every, sizes))
    ingest.import_files(store, paths, comparison="test")
    return review(store, "test")


# 840 questions: 147 documents of 120 / 21, each worth 1.437 / 21 of one size, are worth 10.06.
# 4,000 questions: ten documents of 400.
@pytest.mark.parametrize(
    ("sizes", "least", "most"), [([100] + [1] * 20, 840, 3000), ([400, 400], 4000, 8000)]
)
def test_no_half_width_is_drawn_on_documents_too_few_for_a_clause(tmp_path, sizes, least, most):
    found = asked(tmp_path, sizes)
    numbers, (curve,) = enlarged.drawn(found, NO_MARGIN)
    everything = enlarged.numbers(found, NO_MARGIN)
    assert numbers == tuple(each for each in everything if each >= least)
    assert (everything[-1], len(curve.values)) == (most, len(numbers))
    assert max(curve.values) < 1
    assert not enlarged.is_read(found, enlarged.at(found, NO_MARGIN, sum(sizes)))


def test_all_of_the_curve_is_drawn_on_documents_that_are_enough(tmp_path):
    found = asked(tmp_path, [5] * 40)
    numbers, (curve,) = enlarged.drawn(found, NO_MARGIN)
    assert numbers == tuple(each for each in enlarged.numbers(found, NO_MARGIN) if each >= 50)
    assert curve.values == tuple(enlarged.at(found, NO_MARGIN, each) for each in numbers)
