"""Data: what is in the store?"""

import streamlit as st

from lcexplore.report.sentences import data, stored
from lcexplore.ui import ledger, load, parts, upload

# Load
comparisons = load.entries()
imports = load.imports()
given = stored.given(load.given(), comparisons)

# Draw
parts.plain_head(data.QUESTION, data.lead(comparisons, imports))
st.header("Add logs", anchor=False)
upload.form(load.store())
if comparisons:
    st.header("What is stored", anchor=False)
    parts.table(stored.HEADER, stored.every(comparisons))
    parts.listing(stored.unknown(comparisons))
if given:
    st.header("What was agreed, and what it is priced by", anchor=False)
    parts.listing(given)
if imports:
    st.header("What was imported", anchor=False)
    parts.table(data.LEDGER, data.ledger(imports), css="ledger")
    ledger.refusals(load.store(), imports)
    ledger.take_back(load.store(), imports)
    ledger.export(load.store())
ledger.done(ledger.TAKEN_BACK)
parts.small(load.version_line())
