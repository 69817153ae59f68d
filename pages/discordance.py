"""Discordance: where do the arms disagree?"""

import streamlit as st

from lcexplore.report.sentences import discordance, mcnemar
from lcexplore.ui import drilldown, load, parts, pick, states

# Load
head = st.container()
rubric = pick.rubric(load.entry())
review = load.current(rubric=rubric)

# Draw
with head:
    parts.page_head(discordance.QUESTION, discordance.lead(review), review, waits=False)
states.unasked(review)
figure = st.container()
parts.text(mcnemar.test(review), discordance.few(review), discordance.easy(review))
st.header("The questions themselves", anchor=False)
drilldown.control()
with figure:
    drilldown.figure(review)
opened = drilldown.table(review)
if opened is not None:
    drilldown.answers(review, opened)
with st.expander("Four versions of McNemar's test, and why they differ"):
    parts.numbers(mcnemar.versions(review), key="mcnemar")
    parts.text(mcnemar.WHY_VERSIONS)
if strata := mcnemar.strata(review):
    with st.expander("By kind of question"):
        parts.text(mcnemar.heterogeneity(review))
        parts.numbers(strata, key="discordance-strata")
parts.footer(review)
