-- How human labels enter the store.

-- name: stage
CREATE OR REPLACE TEMP TABLE temp.labelled AS
SELECT line, arm, question, coalesce(epoch::INTEGER, 1) AS epoch, labeller,
    coalesce({verdict}, 'not_measured') AS verdict, raw_verdict, grader, rubric,
    CASE WHEN label_time BETWEEN TIMESTAMPTZ '0001-01-02 00:00Z' AND TIMESTAMPTZ '9999-12-30 00:00Z'
         THEN label_time AT TIME ZONE 'UTC' END AS labelled_at,
    labelled_at AS labelled_text, note, '' AS fate
FROM (SELECT *, verdict AS raw_verdict, lower({verdict_trimmed}) AS verdict_text,
          try_cast(labelled_at AS TIMESTAMPTZ) AS label_time
      FROM temp.incoming_labels)

-- name: same_label
old.arm = new.arm AND old.question = new.question AND old.epoch = new.epoch
AND old.labeller = new.labeller AND old.grader IS NOT DISTINCT FROM new.grader
AND old.rubric IS NOT DISTINCT FROM new.rubric

-- name: find_known
UPDATE temp.labelled AS new
SET fate = CASE WHEN old.verdict = new.verdict THEN 'duplicate' ELSE 'refused' END
FROM labels AS old WHERE old.comparison = $comparison AND {same_label}

-- name: find_repeated
UPDATE temp.labelled AS new
SET fate = CASE WHEN old.verdict = new.verdict THEN 'duplicate' ELSE 'refused' END
FROM temp.labelled AS old WHERE new.fate = '' AND old.line < new.line AND {same_label}

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

-- name: insert_bad_times
INSERT INTO rejects
SELECT $import_id, line, NULL, 'labelled_at', labelled_text, 'not a time', true
FROM temp.labelled WHERE fate = '' AND labelled_at IS NULL AND labelled_text IS NOT NULL

-- name: insert_reject
INSERT INTO rejects VALUES ($import_id, $line, NULL, $field, $value, $reason, false)

-- name: n_not_measured
SELECT count(*) FROM temp.labelled WHERE fate = '' AND verdict = 'not_measured'

-- name: n_unknown
SELECT count(*) FROM temp.labelled new
WHERE fate = '' AND NOT EXISTS (
    SELECT 1 FROM answers a WHERE a.comparison = $comparison AND a.arm = new.arm
    AND a.question = new.question AND a.epoch = new.epoch)
