-- How a staged log enters the store. In braces: tables and fragments; after a dollar: values.

-- name: known_import
SELECT import_id FROM imports i
WHERE complete AND kind = $kind AND sha256 = $sha256
  AND comparison = $comparison AND arm = $arm AND mapping = $mapping
  AND import_id NOT IN (SELECT import_id FROM replaced)
  AND NOT ($replace AND (rows_refused > 0 OR EXISTS (
      FROM imports later WHERE later.comparison = $comparison AND later.kind = $kind
      AND later.import_id > i.import_id)))

-- name: same_key
s.arm = a.arm AND s.question = a.question AND s.epoch = a.epoch AND s.variant = a.variant

-- name: content
stratum, "cluster", error_kind, error_message, started_at, latency_s, ttft_s, cache, replayed,
input_uncached, cache_read, cache_write, output, cost_usd, model, words, version, depth, fill,
distractor

-- name: same_content
(s.stratum, s."cluster", s.error_kind, s.error_message, s.started_at, s.latency_s, s.ttft_s,
 s.cache, s.replayed, s.input_uncached, s.cache_read, s.cache_write, s.output, s.cost_usd, s.model,
 s.words, s.version, s.depth, s.fill, s.distractor)
IS NOT DISTINCT FROM
(a.stratum, a."cluster", a.error_kind, a.error_message, a.started_at, a.latency_s, a.ttft_s,
 a.cache, a.replayed, a.input_uncached, a.cache_read, a.cache_write, a.output, a.cost_usd, a.model,
 a.words, a.version, a.depth, a.fill, a.distractor)

-- name: grading
grader, rubric, verdict, reason, raw_verdict, quote, graded_at

-- name: same_grading
old.grader = new.grader AND old.rubric = new.rubric
AND old.graded_at IS NOT DISTINCT FROM new.graded_at

-- name: unsettled
row_id NOT IN (SELECT row_id FROM temp.outcome)

-- name: twice
SELECT hash(arm, question, epoch, variant) AS h
FROM {rows} WHERE refusal IS NULL GROUP BY h HAVING count(*) > 1

-- name: any_twice
SELECT count(*) FROM ({twice})

-- A failure without a verdict is an attempt; the first row that is none stands for the answer.
-- name: judge_later
CREATE OR REPLACE TEMP TABLE temp.judged AS
WITH several AS (
    SELECT row_id, attempt, first_value(row_id) OVER (
        PARTITION BY arm, question, epoch, variant ORDER BY attempt, row_id) AS first_row
    FROM (
        SELECT *, error_kind IS NOT NULL AND row_id NOT IN (
            SELECT row_id FROM {gradings} WHERE raw_verdict IS NOT NULL) AS attempt
        FROM {rows}
        WHERE refusal IS NULL AND hash(arm, question, epoch, variant) IN ({twice}))
)
SELECT row_id, first_row,
    {same_content} AND a.answer IS NOT DISTINCT FROM s.answer
        AND coalesce(a.question_text = s.question_text, true)
        AND coalesce(a.reference = s.reference, true) AS same,
    a.gradings IS NOT DISTINCT FROM s.gradings AS same_gradings,
    attempt
FROM several JOIN {rows} s USING (row_id) JOIN {rows} a ON a.row_id = first_row
WHERE row_id <> first_row

-- name: nothing_judged
CREATE OR REPLACE TEMP TABLE temp.judged (
    row_id BIGINT, first_row BIGINT, same BOOLEAN, same_gradings BOOLEAN, attempt BOOLEAN)

-- name: any_judged
SELECT count(*) FROM temp.judged

-- name: n_contradicted
SELECT count(DISTINCT first_row) FROM temp.judged
WHERE row_id IN (SELECT row_id FROM temp.outcome WHERE outcome = 'refused')
  AND row_id NOT IN ({failed_attempts})

-- name: n_several
SELECT count(DISTINCT first_row) FROM temp.judged WHERE row_id NOT IN ({failed_attempts})

-- name: n_two_verdicts
SELECT count(*) FROM temp.judged
WHERE same AND row_id IN (SELECT row_id FROM temp.outcome WHERE outcome = 'refused')
  AND row_id NOT IN ({too_many_turns})

-- name: n_keys
SELECT count(*) - (SELECT count(*) FROM temp.judged) FROM {rows} WHERE refusal IS NULL

-- name: drop_repeated
INSERT INTO temp.outcome SELECT row_id, 'duplicate' FROM temp.judged WHERE same AND same_gradings

-- name: order_turns
INSERT INTO temp.turns
SELECT row_id, 1 + row_number() OVER (PARTITION BY first_row ORDER BY row_id)
FROM temp.judged WHERE same AND NOT same_gradings AND {unsettled}

-- Rows of one answer that judge it: the first, and those that bring other gradings.
-- name: judging
SELECT row_id, first_row FROM temp.judged WHERE same AND NOT same_gradings
UNION SELECT first_row, first_row FROM temp.judged WHERE same AND NOT same_gradings

-- name: find_two_verdicts
CREATE OR REPLACE TEMP TABLE temp.two_verdicts AS
SELECT row_id, first_row, grader, rubric, graded_at
FROM {gradings} JOIN ({judging}) USING (row_id)
WINDOW same_time AS (PARTITION BY first_row, grader, rubric, graded_at)
QUALIFY min(verdict) OVER same_time <> max(verdict) OVER same_time

-- name: void_two_verdicts
UPDATE {gradings} AS new SET verdict = 'not_measured', reason = $why
FROM temp.two_verdicts AS old WHERE new.row_id = old.row_id AND {same_grading}

-- name: void_other_content
UPDATE {rows} SET error_kind = $why, error_message = $message
WHERE row_id IN (SELECT unnest([row_id, first_row]) FROM temp.judged WHERE first_row IN (
    SELECT first_row FROM temp.judged WHERE row_id IN ({other_content})))

-- name: refuse
INSERT INTO {refused}
SELECT line, locator, $field, question, $reason, false FROM {rows} WHERE row_id IN (SELECT row_id FROM ({which}))

-- name: mark_refused
INSERT INTO temp.outcome SELECT DISTINCT row_id, 'refused' FROM ({which})

-- name: arm_is_known
SELECT count(*) FROM (
    SELECT 1 FROM answers
    WHERE comparison = $comparison AND arm IN (SELECT DISTINCT arm FROM {rows}) LIMIT 1)

-- name: find_known
INSERT INTO temp.known
SELECT s.row_id, a.answer_id, {same_content} AND t.answer IS NOT DISTINCT FROM s.answer
    AND coalesce(list_contains(q.texts, s.question_text), true)
    AND coalesce(list_contains(q.answers, s.reference), true)
FROM (SELECT * FROM {rows} WHERE {batch}) s
JOIN answers a ON a.comparison = $comparison AND {same_key}
LEFT JOIN texts t ON t.answer_id = a.answer_id
LEFT JOIN (
    SELECT arm, question,
        list(DISTINCT question_text) FILTER (question_text IS NOT NULL) AS texts,
        list(DISTINCT reference) FILTER (reference IS NOT NULL) AS answers
    FROM questions WHERE comparison = $comparison GROUP BY arm, question) q
ON q.arm = s.arm AND q.question = s.question

-- name: changed
-- Answers that had a verdict, and whose text or verdict is another one in the row that comes.
SELECT DISTINCT a.import_id, a.answer_id
FROM (SELECT * FROM temp.known WHERE NOT same) k
JOIN answers a ON a.answer_id = k.answer_id AND a.error_kind IS NULL
JOIN gradings old ON old.answer_id = k.answer_id AND old.current AND old.verdict <> 'not_measured'
JOIN {rows} s ON s.row_id = k.row_id
LEFT JOIN texts t ON t.answer_id = k.answer_id
LEFT JOIN {gradings} new ON new.row_id = k.row_id AND new.grader = old.grader
    AND new.rubric = old.rubric AND new.verdict = old.verdict
WHERE new.row_id IS NULL OR t.answer IS DISTINCT FROM s.answer

-- name: remember_replaced
INSERT INTO replaced
SELECT held.import_id, $import_id, count(*), a.arm, count(c.answer_id)
FROM (SELECT import_id, answer_id FROM answers UNION SELECT import_id, answer_id FROM gradings) held
    SEMI JOIN (SELECT answer_id FROM temp.known WHERE NOT same) USING (answer_id)
JOIN answers a ON a.answer_id = held.answer_id
LEFT JOIN ({changed}) c ON c.answer_id = held.answer_id AND c.import_id = held.import_id
WHERE held.import_id <> $import_id GROUP BY held.import_id, a.arm

-- name: remember_other_texts
INSERT INTO other_texts
SELECT DISTINCT $import_id, $comparison, a.arm, a.question, a.epoch, now()::TIMESTAMP
FROM temp.known k JOIN {rows} s USING (row_id) JOIN answers a ON a.answer_id = k.answer_id
JOIN texts t ON t.answer_id = k.answer_id
WHERE NOT k.same AND t.answer <> s.answer

-- name: delete_replaced
DELETE FROM {table} WHERE answer_id IN (SELECT answer_id FROM temp.known WHERE NOT same)

-- name: compare_gradings
CREATE OR REPLACE TEMP TABLE temp.regraded AS
SELECT new.*, k.answer_id, old.answer_id IS NOT NULL AS known,
    coalesce((old.verdict, old.reason, old.raw_verdict, old.quote) IS NOT DISTINCT FROM
             (new.verdict, new.reason, new.raw_verdict, new.quote), false) AS same
FROM {gradings} new JOIN temp.known k USING (row_id)
LEFT JOIN gradings old ON old.answer_id = k.answer_id AND {same_grading}
WHERE k.same

-- name: remember_regraded
INSERT INTO replaced
SELECT old.import_id, $import_id, count(DISTINCT old.answer_id), a.arm,
    count(DISTINCT old.answer_id) FILTER (
        old.verdict <> 'not_measured' AND old.verdict <> new.verdict)
FROM gradings AS old JOIN temp.regraded AS new
    ON new.known AND NOT new.same AND old.answer_id = new.answer_id AND {same_grading}
JOIN answers a ON a.answer_id = old.answer_id
WHERE old.import_id <> $import_id GROUP BY old.import_id, a.arm

-- name: drop_readings
-- How earlier imports read their verdicts, where this one read every one of them anew.
UPDATE manifests SET fields = json_merge_patch(fields, '{"verdict_reading": null}')
WHERE import_id IN (SELECT import_id FROM replaced WHERE by_id = $import_id)
  AND import_id NOT IN (
      SELECT old.import_id FROM gradings AS old
      WHERE comparison = $comparison AND NOT EXISTS (
          FROM temp.regraded AS new WHERE new.answer_id = old.answer_id AND {same_grading}))

-- name: delete_regraded
DELETE FROM gradings AS old USING temp.regraded AS new
WHERE new.known AND NOT new.same AND old.answer_id = new.answer_id AND {same_grading}

-- name: insert_regraded
INSERT INTO gradings
SELECT answer_id, $import_id, $comparison, {grading}, true
FROM temp.regraded WHERE NOT known AND {unsettled}

-- name: mark_regraded
INSERT INTO temp.outcome
SELECT DISTINCT row_id, 'regraded' FROM temp.regraded WHERE NOT known AND {unsettled}

-- name: mark_duplicates
INSERT INTO temp.outcome SELECT row_id, 'duplicate' FROM temp.known WHERE {unsettled}

-- name: insert_answers
INSERT INTO answers (answer_id, import_id, comparison, arm, question, epoch, variant, {content},
                     line, locator)
SELECT $base + row_id, $import_id, $comparison, arm, question, epoch, variant, {content},
       line, locator
FROM {rows} WHERE {batch}

-- name: insert_texts
INSERT INTO texts
SELECT $base + row_id, $import_id, answer FROM {rows} WHERE answer IS NOT NULL AND {batch}

-- name: insert_gradings
INSERT INTO gradings
SELECT $base + row_id, $import_id, $comparison, {grading}, true
FROM {gradings} SEMI JOIN (SELECT row_id FROM {rows} WHERE {batch}) USING (row_id)

-- name: touch
INSERT INTO temp.touched
SELECT answer_id FROM temp.regraded
UNION SELECT $base + row_id FROM {several}

-- name: n_touched
SELECT count(*) FROM temp.touched

-- name: refresh_current
UPDATE gradings SET current = rowid IN (
    SELECT arg_max(rowid, coalesce(graded_at, TIMESTAMP '0001-01-01')) FROM gradings
    WHERE answer_id IN (SELECT answer_id FROM temp.touched)
    GROUP BY answer_id, grader, rubric)
WHERE answer_id IN (SELECT answer_id FROM temp.touched)

-- name: remember_seen
INSERT INTO first_seen
SELECT $comparison, grader, rubric, seen_at
FROM (SELECT grader, rubric, least(min(graded_at), now()::TIMESTAMP) AS seen_at
      FROM gradings WHERE import_id = $import_id GROUP BY grader, rubric) g
WHERE NOT EXISTS (
    FROM first_seen f
    WHERE f.comparison = $comparison AND f.grader = g.grader AND f.rubric = g.rubric
      AND f.seen_at <= g.seen_at)

-- name: insert_bins
INSERT INTO latency_bins
SELECT import_id, comparison, arm, $measure, cache,
    floor(ln(greatest({column}, 1e-6)) / ln(1.01))::SMALLINT AS bin, count(*), sum({column})
FROM answers
WHERE import_id = $import_id AND {column} IS NOT NULL AND error_kind IS NULL AND NOT replayed
GROUP BY ALL

-- name: delete_other_texts
DELETE FROM questions AS old USING {rows} AS new
WHERE old.comparison = $comparison AND old.arm = new.arm AND old.question = new.question
  AND new.refusal IS NULL
  AND new.row_id NOT IN (SELECT row_id FROM temp.outcome WHERE outcome = 'refused')
  AND (coalesce(old.question_text <> new.question_text, false)
       OR coalesce(old.reference <> new.reference, false))

-- name: with_texts
refusal IS NULL AND (question_text IS NOT NULL OR reference IS NOT NULL)
AND row_id NOT IN (SELECT row_id FROM temp.outcome WHERE outcome = 'refused')

-- name: n_times_asked
SELECT count(DISTINCT hash(epoch, variant)) FROM {rows} WHERE refusal IS NULL

-- name: asked_once
SELECT arm, question, question_text, reference FROM {rows} WHERE {with_texts}

-- name: asked_again
SELECT arm, question, any_value(question_text) AS question_text, any_value(reference) AS reference
FROM {rows} WHERE {with_texts} GROUP BY arm, question, hash(question_text)

-- name: insert_questions
INSERT INTO questions
SELECT $import_id, $comparison, arm, question, question_text, reference
FROM ({asked}) AS new
ANTI JOIN (SELECT * FROM questions WHERE comparison = $comparison) AS old
ON old.arm = new.arm AND old.question = new.question
AND old.question_text IS NOT DISTINCT FROM new.question_text
AND old.reference IS NOT DISTINCT FROM new.reference

-- name: other_content
SELECT row_id FROM temp.judged WHERE NOT same AND NOT attempt

-- name: failed_attempts
SELECT row_id FROM temp.judged WHERE NOT same AND attempt

-- name: other_verdict
SELECT row_id FROM temp.two_verdicts WHERE row_id <> first_row

-- name: n_contradicted_answers
SELECT count(DISTINCT first_row) FROM temp.judged
WHERE row_id IN ({other_content}) OR row_id IN ({other_verdict})

-- name: attempts
SELECT count(DISTINCT first_row), count(*) FROM temp.judged WHERE row_id IN ({failed_attempts})

-- name: too_many_turns
SELECT row_id FROM temp.turns WHERE turn > {most}

-- name: last_turn
SELECT coalesce(max(turn), 1) FROM temp.turns WHERE turn <= {most}

-- name: n_settled
SELECT (SELECT count(*) FROM temp.outcome) + (SELECT count(*) FROM temp.turns)

-- name: whole_batch
refusal IS NULL

-- name: first_batch
refusal IS NULL AND {unsettled} AND row_id NOT IN (SELECT row_id FROM temp.turns)

-- name: later_batch
refusal IS NULL AND {unsettled} AND row_id IN (SELECT row_id FROM temp.turns WHERE turn = {turn})

-- name: n_stored_otherwise
SELECT count(DISTINCT line) FROM {refused} WHERE ends_with(reason, 'import again with --replace')

-- name: known_otherwise
SELECT row_id FROM temp.known WHERE NOT same

-- name: contradicted
SELECT row_id FROM temp.regraded WHERE known AND NOT same
