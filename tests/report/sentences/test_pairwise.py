"""What is said of judges that compare two answers, and that it is not correctness."""

from lcexplore.evidence.judged import PairwiseCount
from lcexplore.report.sentences import pairwise
from lcexplore.words import NBSP


def judge(name="cot", *, both=100, same=91, first=6, labelled=100):
    return PairwiseCount(
        judge=name,
        items=100,
        both_orders=both,
        same=same,
        first_twice=first,
        second_twice=both - same - first,
        to_tie=0,
        labelled=labelled,
        agree=min(labelled, 90),
    )


def said(text):
    return text.replace(NBSP, " ")


def test_the_share_that_flips_leads_with_its_n():
    # LLMBar, Natural, GPT-4 with chain of thought: 9 of 100; Wilson 4.8 to 16.2 %.
    assert said(pairwise.title([judge()])) == (
        "cot flips on 9 of 100 pairs (9 %) when the order is swapped"
    )
    assert said(pairwise.table([judge()])[1][1]) == "9 of 100 pairs (9 %); interval 5 to 16 %"


def test_the_judge_that_flips_most_is_named_among_several():
    title = pairwise.title([judge("swap", same=97, first=3), judge()])
    assert title.startswith("cot flips")
    assert title.endswith("no other judge flips more often")


def test_one_order_alone_measures_nothing():
    once = judge(both=0, same=0, first=0)
    assert pairwise.title([once]).startswith("Position bias is not measured")
    assert pairwise.flips(once) == "cot: not measured, no pair was judged in both orders"
    assert pairwise.table([once])[1][1].startswith("○ not measured")


def test_a_steady_judge_shows_a_true_zero():
    assert pairwise.flips(judge(same=100, first=0)) == (
        "cot: none of 100 verdicts flips with the order"
    )


def test_pairs_without_a_label_are_not_scored():
    assert pairwise.table([judge(labelled=0)])[1][-1] == "not measured: no label"


def test_the_reader_is_told_that_this_is_not_correctness():
    assert "enter no accuracy" in pairwise.OUT_OF_SCOPE
