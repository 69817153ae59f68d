-- What a comparison comes to, counted over the tables that shown.sql makes.
-- like: hits

-- name: questions
SELECT question, min(stratum) AS stratum, min("cluster") AS "cluster", count(*) AS planned,
    count(*) FILTER (candidate_reason IS NULL) AS candidate_measured,
    count(*) FILTER (candidate_reason IS NULL AND candidate_correct) AS candidate_correct,
    count(*) FILTER (baseline_reason IS NULL) AS baseline_measured,
    count(*) FILTER (baseline_reason IS NULL AND baseline_correct) AS baseline_correct
FROM slots GROUP BY question ORDER BY question

-- name: slots
SELECT candidate_reason, baseline_reason, candidate_correct, baseline_correct, count(*) AS n
FROM slots GROUP BY ALL

-- name: arms
SELECT is_candidate,
    coalesce(avg(words) FILTER (reason IS NULL), avg(words)) AS words_mean,
    coalesce(nullif(count(words) FILTER (reason IS NULL), 0), count(words)) AS n_words,
    count(DISTINCT epoch) AS epochs,
    count(*) AS n_seen,
    count(*) FILTER (started_at IS NULL AND error_kind IS NULL) AS n_without_time,
    count(*) FILTER (error_kind IS NOT NULL) AS n_failed,
    count(*) FILTER (replayed) AS n_replays,
    count(*) FILTER (cache = 'hit' AND NOT replayed) AS hits,
    count(*) FILTER (cache = 'miss' AND NOT replayed) AS misses,
    count(*) FILTER (cache = 'hit' AND NOT replayed AND error_kind IS NOT NULL) AS failed_hits,
    count(*) FILTER (cache = 'miss' AND NOT replayed AND error_kind IS NOT NULL) AS failed_misses,
    count(*) FILTER ({below_half} AND NOT replayed) AS partial_hits,
    count(*) FILTER (cache = 'unknown' AND NOT replayed) AS n_unknown,
    count(*) FILTER (error_kind IS NULL AND NOT replayed) AS n_answered,
    count(*) FILTER (NOT replayed AND reported) AS n_reported,
    coalesce(sum(input_uncached) FILTER (NOT replayed AND reported), 0)::BIGINT AS uncached,
    coalesce(sum(cache_read) FILTER (NOT replayed AND reported), 0)::BIGINT AS cache_read,
    coalesce(sum(cache_write) FILTER (NOT replayed AND reported), 0)::BIGINT AS cache_write,
    count(cost_usd) FILTER (NOT replayed) AS n_priced,
    coalesce(sum(cost_usd) FILTER (NOT replayed), 0)::DOUBLE AS cost_usd,
    count(input_uncached) FILTER (NOT replayed) AS n_uncached,
    count(cache_read) FILTER (NOT replayed) AS n_read,
    count(cache_write) FILTER (NOT replayed) AS n_write,
    count(output) FILTER (NOT replayed) AS n_output
FROM (SELECT *, input_uncached IS NOT NULL AND cache_read IS NOT NULL AND cache_write IS NOT NULL
          AS reported FROM shown)
GROUP BY is_candidate

-- name: pools
SELECT is_candidate, cache, error_kind IS NOT NULL AS failed, {column} AS seconds, count(*) AS n,
    count(*) FILTER ({below_half}) AS n_partial, count(*) FILTER ({untold}) AS n_untold
FROM shown WHERE {column} IS NOT NULL AND NOT replayed GROUP BY ALL ORDER BY seconds

-- name: order
WITH numbered AS (
    SELECT question, row_number() OVER (ORDER BY question) - 1 AS place
    FROM (SELECT DISTINCT question FROM slots))
SELECT epoch(started_at) AS seconds, is_candidate, place
FROM shown JOIN numbered USING (question)
WHERE started_at IS NOT NULL AND error_kind IS NULL ORDER BY started_at, place, is_candidate

-- name: served
SELECT is_candidate, model, count(*) AS n
FROM shown WHERE model IS NOT NULL AND error_kind IS NULL GROUP BY ALL ORDER BY n DESC, model

-- name: unread
-- The verdicts that are neither pass nor fail as they were logged, the five commonest of each arm.
SELECT is_candidate, raw_verdict, count(*) AS n
FROM shown WHERE reason = 'not_pass_fail' AND raw_verdict IS NOT NULL
GROUP BY is_candidate, raw_verdict
QUALIFY row_number() OVER (PARTITION BY is_candidate ORDER BY count(*) DESC, raw_verdict) <= 5
ORDER BY n DESC, raw_verdict

-- name: regraded
-- Answers whose verdict in force took the place of an earlier one that was a verdict too.
SELECT is_candidate, count(*) AS n,
    count(*) FILTER (now_correct AND NOT was_correct) AS to_correct,
    count(*) FILTER (was_correct AND NOT now_correct) AS to_incorrect
FROM (
    SELECT s.is_candidate, s.correct AS now_correct,
        arg_min(g.verdict, coalesce(g.graded_at, TIMESTAMP '0001-01-01')) = 'correct' AS was_correct
    FROM gradings g JOIN shown s USING (answer_id)
    WHERE g.comparison = $comparison AND g.grader = $grader AND g.rubric = $rubric
      AND NOT g.current AND g.verdict <> 'not_measured'
    GROUP BY answer_id, s.is_candidate, s.correct)
GROUP BY is_candidate

-- name: replacements
-- What later imports took the place of, by import and arm, and of how many answers each holds the
-- content or the verdict in force.
WITH taken AS (
    SELECT r.by_id, i.file, r.arm, sum(r.n)::BIGINT AS n, sum(r.n_changed)::BIGINT AS changed
    FROM replaced r JOIN imports i ON i.import_id = r.by_id
    WHERE i.comparison = $comparison AND r.arm IN ($baseline, $candidate)
    GROUP BY r.by_id, i.file, r.arm),
held AS (
    SELECT import_id, arm, count(*) AS n FROM answers
    WHERE import_id IN (SELECT by_id FROM taken) GROUP BY import_id, arm
    UNION ALL
    SELECT g.import_id, a.arm, count(*)
    FROM (SELECT * FROM verdicts WHERE import_id IN (SELECT by_id FROM taken)
          AND grader = $grader AND rubric = $rubric) g
    JOIN answers a USING (answer_id) GROUP BY g.import_id, a.arm)
SELECT t.file, t.arm = $candidate, t.n, t.changed, coalesce(max(h.n), 0)
FROM taken t LEFT JOIN held h ON h.import_id = t.by_id AND h.arm = t.arm
GROUP BY t.by_id, t.file, t.arm, t.n, t.changed ORDER BY t.by_id, t.arm

-- name: conflicts
SELECT question FROM differing ORDER BY question

-- name: named_twice
SELECT * FROM (
    SELECT 'documents', question, first_cluster, last_cluster, first_cluster_arm,
        last_cluster_arm, count(*) OVER ()
    FROM named_twice WHERE first_cluster <> last_cluster ORDER BY question LIMIT 1)
UNION ALL SELECT * FROM (
    SELECT 'kinds', question, first_stratum, last_stratum, first_stratum_arm, last_stratum_arm,
        count(*) OVER ()
    FROM named_twice WHERE first_stratum <> last_stratum ORDER BY question LIMIT 1)

-- name: manifests
SELECT arm, file, fields FROM manifests
WHERE comparison = $comparison AND arm IN ($baseline, $candidate) ORDER BY import_id, arm

-- name: same_files
-- Files that were read the same way twice, once for each arm.
WITH held AS (
    SELECT file, sha256, json_extract(mapping, '$.map')::VARCHAR AS map, arms.arm
    FROM imports JOIN (
        SELECT import_id, min(arm) AS arm FROM answers
        WHERE comparison = $comparison AND arm IN ($baseline, $candidate)
        GROUP BY import_id HAVING min(arm) = max(arm)) AS arms USING (import_id))
SELECT DISTINCT one.file FROM held AS one JOIN held AS other
    ON one.sha256 = other.sha256 AND one.map IS NOT DISTINCT FROM other.map
    AND one.arm = $baseline AND other.arm = $candidate
ORDER BY one.file

-- name: window
SELECT version, depth, fill, distractor, sum(correct)::BIGINT AS correct,
    sum(measured)::BIGINT AS measured,
    count(*) FILTER (measured > 1 AND correct NOT IN (0, measured)) AS repeat_disagreements,
    count(*) FILTER (measured > 1) AS repeat_groups,
    sum(answers)::BIGINT AS answers,
    count(*) FILTER (measured > 0) AS questions,
    sum(correct * correct)::BIGINT AS correct_squares,
    sum(correct * measured)::BIGINT AS correct_by_measured,
    sum(measured * measured)::BIGINT AS measured_squares
FROM (
    SELECT concat_ws(', ', arm, nullif(version, arm)) AS version, depth, fill,
        coalesce(distractor, 'none') AS distractor, question, count(*) AS answers,
        count(*) FILTER (reason IS NULL AND correct) AS correct,
        count(*) FILTER (reason IS NULL) AS measured
    FROM shown WHERE depth IS NOT NULL AND fill IS NOT NULL
    GROUP BY arm, version, depth, fill, distractor, question)
GROUP BY version, depth, fill, distractor ORDER BY version, depth, fill, distractor

-- name: graded
FROM verdicts v JOIN shown s USING (answer_id)
WHERE v.comparison = $comparison AND v.grader = $grader AND s.error_kind IS NULL

-- name: first_gradings
SELECT rubric, min(graded_at), min(least(coalesce(graded_at, imported_at), imported_at))
FROM (SELECT rubric, graded_at, import_id FROM gradings
      WHERE comparison = $comparison AND grader = $grader)
JOIN (SELECT import_id, imported_at FROM imports) USING (import_id)
GROUP BY rubric ORDER BY min(graded_at) NULLS FIRST, rubric

-- name: rubric_counts
SELECT v.rubric, s.is_candidate, count(*) FILTER (v.verdict = 'correct'),
    count(*) FILTER (v.verdict <> 'not_measured')
{graded} GROUP BY ALL

-- name: gradings_there_are
SELECT grader, rubric, count(*) FILTER (arm = $baseline), count(*) FILTER (arm = $candidate)
FROM (SELECT answer_id, grader, rubric, graded_at, import_id FROM verdicts
      WHERE comparison = $comparison AND verdict <> 'not_measured')
JOIN (SELECT answer_id, arm FROM answers WHERE comparison = $comparison
      AND arm IN ($baseline, $candidate) AND error_kind IS NULL) USING (answer_id)
GROUP BY ALL ORDER BY max(graded_at) DESC NULLS LAST, min(import_id) DESC, grader, rubric

-- name: rubric_moves
SELECT is_candidate, count(*) FILTER (was AND now), count(*) FILTER (was AND NOT now),
    count(*) FILTER (NOT was AND now), count(*) FILTER (NOT was AND NOT now)
FROM (
    SELECT s.is_candidate, o.verdict = 'correct' AS was, n.verdict = 'correct' AS now
    FROM shown s
    JOIN (SELECT * FROM verdicts WHERE comparison = $comparison AND grader = $grader
          AND rubric = $old AND verdict <> 'not_measured') o USING (answer_id)
    JOIN (SELECT * FROM verdicts WHERE comparison = $comparison AND grader = $grader
          AND rubric = $new AND verdict <> 'not_measured') n USING (answer_id)
    WHERE s.error_kind IS NULL)
GROUP BY is_candidate ORDER BY is_candidate DESC

-- name: n_labels
SELECT count(*) FROM labels WHERE comparison = $comparison AND arm IN ($baseline, $candidate)

-- name: place_labels
CREATE OR REPLACE TEMP TABLE labelled AS
WITH known AS (
    SELECT grader, rubric, min(graded_at) AS first_at, max(graded_at) AS last_at,
        min(import_id) AS first_import
    FROM gradings WHERE comparison = $comparison GROUP BY ALL)
SELECT l.* EXCLUDE (grader, rubric), k.grader, k.rubric, k.first_at, k.first_import,
    l.rowid IN (
        -- The labels of a draw become an import when all are given; their own times count.
        SELECT l.rowid FROM labels l JOIN other_texts o USING (comparison, arm, question, epoch)
        WHERE CASE WHEN l.import_id IN (SELECT import_id FROM draws WHERE import_id IS NOT NULL)
              THEN o.replaced_at > l.labelled_at
              ELSE o.import_id > l.import_id
                   AND coalesce(o.replaced_at > l.labelled_at, true) END) AS outdated
FROM labels l LEFT JOIN known k
    ON (l.grader IS NULL OR l.grader = k.grader) AND (l.rubric IS NULL OR l.rubric = k.rubric)
    AND (l.labelled_at IS NULL OR k.first_at IS NULL OR l.rubric IS NOT NULL
         OR k.first_at <= l.labelled_at)
WHERE l.comparison = $comparison AND l.arm IN ($baseline, $candidate)
QUALIFY row_number() OVER (PARTITION BY l.rowid
    ORDER BY k.last_at DESC NULLS LAST, k.first_import DESC, k.rubric DESC) = 1

-- name: labelled_gradings
SELECT grader, rubric FROM labelled WHERE grader IS NOT NULL
GROUP BY ALL ORDER BY min(first_at) NULLS FIRST, min(first_import), rubric

-- name: labelled_answers
SELECT l.question, l.arm = $candidate, l.epoch,
    map_from_entries(list((l.labeller, l.verdict) ORDER BY l.labeller)),
    any_value(CASE WHEN s.error_kind IS NOT NULL THEN 'not_measured' ELSE v.verdict END),
    any_value(s.words),
    any_value(CASE WHEN s.correct IS NULL OR s.reason IS NOT NULL THEN 'not_measured'
                   WHEN s.correct THEN 'correct' ELSE 'incorrect' END),
    any_value(w.weight)
FROM (
    SELECT DISTINCT ON (arm, question, epoch, labeller) * FROM labelled
    WHERE grader = $own_grader AND rubric = $own_rubric AND list_contains($usable, import_id)
    ORDER BY arm, question, epoch, labeller, import_id DESC, line DESC) l
LEFT JOIN shown s ON s.arm = l.arm AND s.question = l.question AND s.epoch = l.epoch
LEFT JOIN (
    SELECT * FROM verdicts WHERE comparison = $comparison
    AND grader = $own_grader AND rubric = $own_rubric) v ON v.answer_id = s.answer_id
LEFT JOIN (
    SELECT d.import_id, i.arm, i.question, i.epoch, i.weight
    FROM draws d JOIN draw_items i USING (draw) WHERE d.comparison = $comparison) w
    ON w.import_id = l.import_id AND w.arm = l.arm AND w.question = l.question
    AND w.epoch = l.epoch
GROUP BY 1, 2, 3 ORDER BY 1, 2 DESC, 3

-- name: outdated_labels
SELECT count(*) FILTER (outdated), count(*) FILTER (NOT outdated) FROM labelled
WHERE grader = $own_grader AND rubric = $own_rubric

-- name: set_outdated_aside
DELETE FROM labelled WHERE outdated

-- name: label_origins
SELECT DISTINCT l.import_id, d.rubric_sha256, u.rubric IS NOT NULL
FROM labelled l
LEFT JOIN draws d ON d.import_id = l.import_id
LEFT JOIN label_uses u ON u.import_id = l.import_id AND u.rubric = $rubric
WHERE l.grader = $own_grader AND l.rubric = $own_rubric
ORDER BY l.import_id

-- name: rubric_manifests
SELECT import_id, arm, file, fields FROM manifests WHERE comparison = $comparison
ORDER BY import_id, arm

-- name: grader_difference
SELECT question, candidate - baseline AS difference
FROM (
    SELECT s.question,
        avg((v.verdict = 'correct')::INTEGER) FILTER (s.is_candidate) AS candidate,
        avg((v.verdict = 'correct')::INTEGER) FILTER (NOT s.is_candidate) AS baseline
    FROM verdicts v JOIN shown s USING (answer_id)
    WHERE v.comparison = $comparison AND v.grader = $own_grader AND v.rubric = $own_rubric
      AND v.verdict <> 'not_measured' AND s.error_kind IS NULL
      AND s.question NOT IN (SELECT question FROM differing)
    GROUP BY s.question)
WHERE candidate IS NOT NULL AND baseline IS NOT NULL ORDER BY question

-- name: texts
SELECT question, arg_max(question_text, arm = $baseline) AS question_text,
    arg_max(reference, arm = $baseline) AS reference
FROM questions WHERE comparison = $comparison AND arm IN ($baseline, $candidate)
GROUP BY question

-- name: question_rows
SELECT question, min(stratum), any_value(question_text), count(DISTINCT (epoch, variant)),
    [count(*) FILTER (is_candidate AND reason IS NULL AND correct),
     count(*) FILTER (NOT is_candidate AND reason IS NULL AND correct)],
    [count(*) FILTER (is_candidate AND reason IS NULL),
     count(*) FILTER (NOT is_candidate AND reason IS NULL)],
    [avg(words) FILTER (is_candidate), avg(words) FILTER (NOT is_candidate)]
FROM shown LEFT JOIN ({texts}) USING (question) GROUP BY question ORDER BY question

-- name: question_text
SELECT question_text, reference FROM ({texts}) WHERE question = $question

-- name: question_answers
SELECT is_candidate, epoch, answer, words, reason, correct, raw_verdict, quote, latency_s, cache,
    error_kind, error_message, version, depth, fill, distractor, stratum, "cluster"
FROM shown LEFT JOIN texts USING (answer_id)
WHERE question = $question
ORDER BY distractor NULLS FIRST, fill, depth, version, epoch, is_candidate

-- name: graders
SELECT grader FROM gradings WHERE comparison = $comparison AND rubric = $rubric
GROUP BY grader ORDER BY min(graded_at) NULLS FIRST, min(import_id), grader

-- name: grader_moves
SELECT is_candidate, count(*) FILTER (was AND now), count(*) FILTER (was AND NOT now),
    count(*) FILTER (NOT was AND now), count(*) FILTER (NOT was AND NOT now)
FROM (
    SELECT s.is_candidate, o.verdict = 'correct' AS was, n.verdict = 'correct' AS now
    FROM shown s
    JOIN (SELECT * FROM verdicts WHERE comparison = $comparison AND rubric = $rubric
          AND grader = $old AND verdict <> 'not_measured') o USING (answer_id)
    JOIN (SELECT * FROM verdicts WHERE comparison = $comparison AND rubric = $rubric
          AND grader = $new AND verdict <> 'not_measured') n USING (answer_id)
    WHERE s.error_kind IS NULL)
GROUP BY is_candidate ORDER BY is_candidate DESC

-- name: quote_as_read
translate(lower(nfc_normalize(regexp_replace(s.quote, '\s+', ' ', 'g'))), '‘’“”', '''''""')

-- name: answer_as_read
translate(lower(nfc_normalize(regexp_replace(t.answer, '\s+', ' ', 'g'))), '‘’“”', '''''""')

-- name: quotes
SELECT is_candidate, count(*), count(*) FILTER (NOT found), count(*) FILTER (hedged)
FROM (
    SELECT s.is_candidate,
        CASE WHEN contains(t.answer, trim(s.quote)) THEN true
             ELSE NOT list_contains(list_transform(
                 string_split_regex({quote_as_read}, '\s*(\[?\.\.\.\]?|\[?…\]?)\s*'),
                 lambda part: contains({answer_as_read}, trim(part, ' "''.'))), false) END AS found,
        regexp_matches(lower(s.quote), $hedges) AS hedged
    FROM shown s JOIN texts t USING (answer_id)
    WHERE trim(s.quote) <> '' AND s.error_kind IS NULL)
GROUP BY is_candidate
