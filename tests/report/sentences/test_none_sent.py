"""What is said of an arm of which the request log holds nothing."""

from lcexplore.ingest import import_files, import_requests
from lcexplore.report import source
from lcexplore.report.review import review
from lcexplore.report.sentences import four_numbers
from lcexplore.report.sentences.cells import plain
from lcexplore.store import Store
from tests.report.apart import MISS, sent
from tests.store import logs

OLD = sent([1.0, 2.0] * 5, MISS, arm="old")


def test_an_arm_of_which_the_log_holds_no_request_is_told_so_for_every_figure(tmp_path):
    answers = [logs.row(f"q{n}", arm, latency_s=1.0) for n in range(3) for arm in ("old", "new")]
    store = Store(tmp_path / "s.duckdb")
    import_files(store, [logs.write(tmp_path / "a.jsonl", answers)], comparison="c", baseline="old")
    import_requests(store, [logs.write(tmp_path / "r.jsonl", OLD)], comparison="c")
    shown = source.on(review(store, "c"), source.SOURCES[1])
    none = "○ not measured; the log holds no request of new"
    for row in (four_numbers.tokens, four_numbers.hits, four_numbers.waiting):
        assert plain(row(shown)[3]) == none
        assert "holds no request" not in plain(row(shown)[2])
