-- How human labels enter the store.

-- name: stage
CREATE OR REPLACE TEMP TABLE temp.labelled AS
SELECT line, arm, question, coalesce(epoch::INTEGER, 1) AS epoch, labeller,
    coalesce({verdict}, 'not_measured') AS verdict, raw_verdict, grader, rubric,
    time_of(labelled_text) AS labelled_at, labelled_text, note, '' AS fate,
    {verdict} IS NULL AND {unread} AS unread
FROM (SELECT * EXCLUDE (labelled_at), verdict AS raw_verdict,
          lower({verdict_trimmed}) AS verdict_text, labelled_at AS labelled_text
      FROM temp.incoming_labels)

-- name: same_label
old.arm = new.arm AND old.question = new.question AND old.epoch = new.epoch
AND old.labeller = new.labeller AND old.grader IS NOT DISTINCT FROM new.grader
AND old.rubric IS NOT DISTINCT FROM new.rubric

-- A blank, or a word that nobody reads, is no verdict: whoever gave one labels the answer later.
-- name: unread
coalesce(lower(trim(raw_verdict)), '') NOT IN ('cannot tell', 'cannot_tell', 'not_measured', '?')

-- name: fate
UPDATE temp.labelled AS new
SET fate = CASE WHEN first.verdict = new.verdict THEN 'duplicate' ELSE 'refused' END
FROM (
    SELECT new.line, first(old.verdict ORDER BY old.unread, old.line) AS verdict
    FROM temp.labelled AS new JOIN {before} AS old ON {same_label}
    WHERE new.fate = '' AND (NOT old.unread OR new.unread) AND {earlier}
    GROUP BY new.line) AS first
WHERE new.line = first.line

-- name: stored_labels
(SELECT *, verdict = 'not_measured' AND {unread} AS unread FROM labels
 WHERE comparison = $comparison)

-- name: insert
INSERT INTO labels
SELECT $import_id, $comparison, arm, question, epoch, labeller, verdict, raw_verdict, grader,
    rubric, labelled_at, note, line
FROM temp.labelled WHERE fate = ''

-- name: arms
SELECT arm, count(*) FROM temp.labelled WHERE fate = '' GROUP BY arm ORDER BY arm

-- name: n_duplicates
SELECT count(*) FROM temp.labelled WHERE fate = 'duplicate'

-- name: refused
SELECT line, question FROM temp.labelled WHERE fate = 'refused'

-- name: bad_times
SELECT line, labelled_text FROM temp.labelled WHERE fate = '' AND labelled_at IS NULL AND labelled_text IS NOT NULL

-- name: insert_reject
INSERT INTO rejects VALUES ($import_id, $line, NULL, $field, $value, $reason, $row_kept)

-- The names of this file and those stored before, where some differ by case only.
-- name: alike_names
SELECT DISTINCT labeller FROM labels
WHERE comparison = $comparison AND lower(labeller) IN (
    SELECT lower(labeller) FROM labels WHERE comparison = $comparison
    GROUP BY 1 HAVING count(DISTINCT labeller) > 1 AND bool_or(import_id = $import_id))
ORDER BY labeller

-- name: n_not_measured
SELECT count(*) FROM temp.labelled WHERE fate = '' AND verdict = 'not_measured'

-- name: unread_verdicts
SELECT coalesce(raw_verdict, ''), min(line), count(*) FROM temp.labelled
WHERE fate = '' AND unread GROUP BY 1 ORDER BY 3 DESC, 2

-- name: answers_here
SELECT 1 FROM answers a WHERE a.comparison = $comparison

-- name: unknown
FROM temp.labelled new
WHERE fate = '' AND NOT EXISTS (
    {answers_here} AND a.arm = new.arm AND a.question = new.question AND a.epoch = new.epoch)

-- name: n_unknown
SELECT count(*) {unknown}

-- name: first_unknown
SELECT line, arm, question, epoch,
    EXISTS ({answers_here} AND a.arm = new.arm),
    EXISTS ({answers_here} AND a.question = new.question),
    EXISTS ({answers_here} AND a.arm = new.arm AND a.question = new.question)
{unknown} ORDER BY line LIMIT $most
