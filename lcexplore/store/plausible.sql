-- What is odd about a log that was just taken in, beside the counts of its account.

-- name: here
(FROM answers WHERE import_id = $import_id)

-- name: arms_here
SELECT DISTINCT arm FROM {here}

-- name: models
SELECT arm, list((model, n) ORDER BY n DESC, model)
FROM (SELECT arm, model, count(*) AS n FROM {here} WHERE model IS NOT NULL GROUP BY ALL)
GROUP BY arm HAVING count(*) > 1 ORDER BY arm

-- name: manifests
SELECT arm, fields FROM manifests WHERE comparison = $comparison AND arm IN (SELECT arm FROM manifests
    WHERE import_id = $import_id)
ORDER BY import_id

-- name: counts
SELECT arm, count(DISTINCT question), max(epoch) FROM {here} GROUP BY arm ORDER BY arm

-- name: own_manifests
SELECT arm, fields FROM manifests WHERE import_id = $import_id ORDER BY arm

-- name: n_late_token
SELECT count(*) FROM {here} WHERE ttft_s > latency_s

-- name: medians
SELECT arm, quantile_disc(latency_s, 0.5), count(*) FROM answers
WHERE comparison = $comparison AND latency_s IS NOT NULL AND error_kind IS NULL AND NOT replayed
GROUP BY arm ORDER BY arm

-- name: never_above_uncached
SELECT arm, count(*) FROM {here} WHERE cache_read > 0
GROUP BY arm HAVING count(*) >= $fewest AND bool_and(input_uncached >= cache_read) ORDER BY arm

-- name: recorded
SELECT arm, max(epoch), count(latency_s) > 0, count(ttft_s) > 0,
    count(coalesce(input_uncached, cache_read, cache_write, output)) > 0, count(cost_usd) > 0,
    count(stratum) > 0
FROM answers WHERE comparison = $comparison GROUP BY arm ORDER BY arm

-- name: gradings
SELECT grader, rubric, list(arm ORDER BY arm)
FROM (SELECT DISTINCT g.grader, g.rubric, a.arm
      FROM (SELECT answer_id, grader, rubric FROM gradings WHERE comparison = $comparison) g
      JOIN (SELECT answer_id, arm FROM answers WHERE comparison = $comparison) a USING (answer_id))
GROUP BY ALL ORDER BY grader, rubric

-- name: same_file
SELECT arms, import_id FROM imports
WHERE kind = 'log' AND comparison = $comparison AND sha256 = $sha256 ORDER BY import_id

-- name: evened
-- A text with its blanks and forms of letters evened out, the costly part only where it is needed.
nfc_normalize(trim(CASE WHEN contains(question_text, '  ') OR contains(question_text, chr(9))
                          OR contains(question_text, chr(10)) OR contains(question_text, chr(12))
                          OR contains(question_text, chr(13))
                        THEN regexp_replace(question_text, '\s+', ' ', 'g')
                        ELSE question_text END))

-- name: n_arms_asked
SELECT count(DISTINCT arm) FROM questions WHERE comparison = $comparison

-- name: decimal_keys
WITH decimals AS (
    SELECT DISTINCT question FROM answers
    WHERE comparison = $comparison AND ends_with(question, '0')
      AND regexp_full_match(question, '-?[0-9]+[.]0+')),
asked AS (
    SELECT arm, question, max(import_id = $import_id) AS here FROM answers
    WHERE comparison = $comparison AND question IN (
        SELECT question FROM decimals
        UNION ALL SELECT split_part(question, '.', 1) FROM decimals)
    GROUP BY ALL),
decimal AS (FROM asked SEMI JOIN decimals USING (question))
SELECT d.arm, w.arm, count(*), arg_min(d.question, (length(d.question), d.question))
FROM decimal d JOIN asked w ON w.question = split_part(d.question, '.', 1) AND w.arm <> d.arm
WHERE NOT EXISTS (FROM asked o WHERE o.arm = w.arm AND o.question = d.question)
  AND NOT EXISTS (FROM asked o WHERE o.arm = d.arm AND o.question = w.question)
GROUP BY ALL HAVING bool_or(d.here OR w.here) ORDER BY ALL

-- name: other_texts
WITH texts AS (
    SELECT question, arm, import_id, question_text FROM questions
    WHERE comparison = $comparison AND question_text IS NOT NULL),
unlike AS (
    SELECT key FROM (SELECT hash(question) AS key, hash(arm) AS arm, import_id,
                         hash(question_text) AS text FROM texts)
    GROUP BY key
    HAVING min(text) <> max(text) AND min(arm) <> max(arm) AND bool_or(import_id = $import_id))
SELECT count(*), list(question ORDER BY question)[:5]
FROM (
    SELECT question
    FROM (SELECT question, hash({evened}) AS text
          FROM texts SEMI JOIN unlike ON unlike.key = hash(texts.question))
    GROUP BY question HAVING min(text) <> max(text))
