"""What does each word on the screens mean, in one sentence and one example?"""

WORDS: tuple[tuple[str, str, str], ...] = (
    (
        "baseline, candidate",
        "The design that runs today, and the one that would replace it.",
        "Every difference is candidate minus baseline: positive favours the candidate.",
    ),
    (
        "question, answer",
        "A question is the unit that counts; asking it twice gives more answers, not more "
        "questions.",
        "820 questions asked twice give 1,640 answers per arm and still 820 questions.",
    ),
    (
        "95 % interval",
        "The differences that the measured questions leave plausible; sampling error only.",
        "+0.7 to +5.6 points: zero lies outside, so the direction is established.",
    ),
    (
        "margin",
        "The bar, agreed beforehand, that the lower end of the interval must reach.",
        "+1.0 points asks for a gain; −2.0 points tolerates a loss.",
    ),
    (
        "p95",
        "1 request in 20 waits longer than this.",
        "p95 of 11.6 s: of 1,640 requests, 82 took longer.",
    ),
    (
        "cache hit, cache miss",
        "Whether the provider's prompt cache held the start of the prompt.",
        "1,450 of 1,640 requests hit, 190 missed.",
    ),
    (
        "effective input tokens",
        "Input tokens weighted by what they are billed at: cache reads less, cache writes more.",
        "148,200 tokens read at 0.10 count as 14,820.",
    ),
    (
        "not measured",
        "Nobody recorded it, so it can neither pass nor fail; it blocks a switch all the same.",
        "No price in the logs: cost per 1,000 queries is not measured.",
    ),
    (
        "discordant",
        "A question on which one arm does better than the other; only these move the difference.",
        "The arms differ on 141 of 820 questions.",
    ),
    (
        "lenient",
        "The grader passed an answer that people failed.",
        "5 of the grader's 6 lenient calls were long-context answers.",
    ),
    (
        "moved with the arm",
        "An input that was not the same for both arms, beside the design under test.",
        "One arm ran on a newer model, so the difference cannot be put down to the design.",
    ),
    (
        "scenario",
        "What the rule would say if something were different; it never changes the record.",
        "Scenario: a hit rate of 97 %.",
    ),
)
