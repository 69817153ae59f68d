"""What does each word on the screens mean, in one sentence and one example?"""

OF_THE_EXAMPLE = "Figures here are examples from the worked example, not this store's."
WORDS: tuple[tuple[str, str, str], ...] = (
    (
        "baseline, candidate",
        "The two arms: the design that runs today, and the one that would replace it.",
        "Every difference is candidate minus baseline: positive favours the candidate.",
    ),
    (
        "question, answer",
        "A question is the unit that counts; asking it twice gives more answers, not more "
        "questions.",
        "820 questions asked twice give 1,640 answers per arm and still 820 questions.",
    ),
    (
        "kind of question (stratum)",
        "A group of questions named beforehand, read on its own only where the kinds differ.",
        "Single passage and multi passage.",
    ),
    (
        "95 % interval",
        "The differences that the measured questions leave plausible; sampling error only.",
        "+0.7 to +5.6 points: zero lies outside, so the direction is established.",
    ),
    (
        "paired, unpaired",
        "Both arms answer the same questions, or each its own sample.",
        "Paired, 820 questions give +0.7 to +5.6 points; unpaired they would give −1.1 to +7.3.",
    ),
    (
        "half-width",
        "Half of an interval: the estimate reaches this far to either side.",
        "±2.4 points on 820 questions.",
    ),
    (
        "p",
        "How often chance alone would do this if the arms were equally good.",
        "p = 0.080: about 8 times in 100.",
    ),
    (
        "McNemar",
        "A test that asks how often chance alone would split the discordant questions so unevenly.",
        "30 against 17 in the pilot: p between 0.058 and 0.080, by the version.",
    ),
    (
        "strict interval",
        "An exact interval for few discordant questions, which never contradicts the exact test.",
        "Shown where fewer than ten questions differ; the usual one is too rough there.",
    ),
    (
        "margin",
        "The bar, agreed beforehand, that the lower end of the interval must reach.",
        "+1.0 points asks for a gain; −2.0 points tolerates a loss.",
    ),
    (
        "agreed, decision record",
        "The rule written down before the results: every condition with its bar.",
        "At least +1.0 points, p95 at most 5.0 s.",
    ),
    (
        "switch, iterate, reject",
        "What the rule says: change over, keep today's design and go on, or give the candidate up.",
        "One condition failed: iterate.",
    ),
    (
        "exploratory",
        "Said of a rule written after the results: it can explore them and not decide on them.",
        "Record committed after the first grading: exploratory.",
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
        "bounds",
        "The difference if every answer that is not measured went against, or for, the candidate.",
        "12 answers timed out: −0.4 to +4.1 points, whatever they would have been.",
    ),
    (
        "manifest",
        "What a log says of its whole run: model, grader, rubric, prompt and corpus.",
        "Without a model in it nobody can tell whether both arms ran on the same one.",
    ),
    (
        "moved with the arm",
        "An input that was not the same for both arms, beside the design under test.",
        "One arm ran on a newer model, so the difference cannot be put down to the design.",
    ),
    (
        "confounded",
        "Something beside the design moved with the arm, so a difference has two causes.",
        "The pilot's arms ran on two models.",
    ),
    (
        "licensed",
        "A comparison that the way the arms were run allows.",
        "Arms run in separate hours: the latency difference is not licensed.",
    ),
    (
        "interleaved, blocked",
        "The arms took turns, or one ran after the other.",
        "Blocked: the load of the hour moved with the arm.",
    ),
    (
        "p95",
        "1 request in 20 waits longer than this.",
        "p95 of 11.6 s: of 1,640 requests, 82 took longer.",
    ),
    (
        "p50, p99",
        "Half of all requests, or 1 in 100, wait longer than this.",
        "p50 of 4.3 s, p99 of 18.7 s.",
    ),
    (
        "time to first token",
        "The wait until an answer starts to appear; end to end is the wait for the whole.",
        "p95 is 8.6 s to the first token, 11.6 s end to end.",
    ),
    (
        "cache hit, cache miss",
        "Whether the provider's prompt cache held the start of the prompt; where it held less than "
        "half of it, the hit is partial.",
        "1,450 of 1,640 requests hit, 190 missed.",
    ),
    (
        "effective input tokens",
        "Input tokens weighted by what they are billed at: cache reads less, cache writes more.",
        "148,200 tokens read at 0.10 count as 14,820.",
    ),
    (
        "rubric",
        "The instruction by which the grader tells correct from incorrect.",
        "Rubric v4 took 2.2 points from long-context, 0.2 from retrieval.",
    ),
    (
        "grader, verdict, label",
        "The grader gives every answer a verdict; people give some of them a label.",
        "50 of 3,280 answers carry labels.",
    ),
    (
        "lenient",
        "The grader passed an answer that people failed.",
        "5 of the grader's 6 lenient calls were long-context answers.",
    ),
    (
        "calibrated",
        "People's labels under the same rubric say how far the grader can be trusted in each arm.",
        "Labels under rubric v3 do not calibrate rubric v4.",
    ),
    (
        "draw",
        "Questions taken at random, whose answers people label without knowing the arm.",
        "25 questions drawn: 50 answers, 25 of each arm.",
    ),
    (
        "floor, ceiling",
        "What a grader that always says the same would agree on, and what two people agree on.",
        "Between the two lies what a grader can show.",
    ),
    (
        "kappa",
        "Agreement beyond what chance alone would give; 1 is complete, 0 is none.",
        "0.70 (0.49 to 0.90) on 50 labelled answers.",
    ),
    (
        "AC1, PABAK",
        "Agreement beyond chance, reckoned so that many or few passes distort it less than kappa.",
        "0.74 and 0.72 beside a kappa of 0.70.",
    ),
    (
        "design effect",
        "By how much answers that go together widen the variance of a difference.",
        "1.77: 1,640 pairs of answers, two a question, tell as much as 927 that stand alone would.",
    ),
    (
        "depth, half full, distractor",
        "Where in the window the fact stands, how full the window is, and what stands around it.",
        "Depth 0.50: in the middle.",
    ),
    (
        "scenario",
        "What the rule would say if something were different; it never changes the record.",
        "Scenario: a hit rate of 97 %.",
    ),
)
