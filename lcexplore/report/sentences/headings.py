"""What is each page called, and each part of it that a reader of the report finds too?"""

PAGES = {
    "decision": "Decision",
    "validity": "Validity",
    "interval": "Interval and margin",
    "discordance": "Discordance",
    "grader": "Grader",
    "latency": "Latency",
    "whatif": "What if",
    "window": "Window",
    "label": "Label",
    "data": "Data",
}
FOUR_NUMBERS = "Four numbers, read together"
WOULD_CHANGE = "What would change the outcome"
NEXT_STEPS = "Next steps, cheapest first"
CONDITIONS = "Conditions on this result"
RECORD = "The decision record, verbatim"
NO_VERDICT = "Answers without a verdict"
FOUND, NOTHING_FOUND = "Everything that was found", "Nothing to point out."
AGREEMENT = "Agreement"
CORRECTED = "The difference, corrected for the grader"
PERCENTILES = "Percentiles and their intervals"
FULLER_WINDOW = "What a fuller window costs"
VERSIONS = "History by version"
