-- How a record is dated against the results, and how an import is taken back.

-- The gradings that a record comes before, or not: whoever has read them under its rubric, or under
-- none that is named, has seen the result, whatever the grader is called by now.
-- name: of_record
comparison = $comparison AND rubric IN (coalesce($rubric, rubric), $unnamed)

-- name: first_grading
SELECT min(least(coalesce(graded_at, imported_at), imported_at)),
    count(*) FILTER (graded_at IS NULL AND (started_at IS NULL OR started_at < $recorded_at))
FROM (FROM gradings WHERE {of_record}) JOIN (SELECT import_id, imported_at FROM imports)
    USING (import_id) LEFT JOIN (SELECT answer_id, started_at FROM answers) USING (answer_id)

-- name: first_seen
SELECT min(seen_at) FROM first_seen WHERE {of_record}

-- name: gradings_seen
SELECT grader, rubric FROM (
    SELECT grader, rubric, seen_at FROM first_seen WHERE comparison = $comparison
    UNION ALL
    SELECT grader, rubric, min(graded_at) FROM gradings WHERE comparison = $comparison GROUP BY ALL)
GROUP BY grader, rubric ORDER BY min(seen_at) NULLS LAST, grader, rubric

-- name: seen_elsewhere
-- Both arms' files, under another name: whoever explored them there has seen this result, too.
WITH own AS (
    SELECT sha256, unnest(json_keys(arms)) AS arm FROM imports
    WHERE comparison = $comparison AND kind = 'log'),
elsewhere AS (
    SELECT o.comparison, own.arm, min(o.imported_at) AS seen_at
    FROM own JOIN imports o ON o.sha256 = own.sha256
        AND o.comparison <> $comparison AND o.kind = 'log'
    WHERE own.arm IN ($baseline, $candidate)
    GROUP BY o.comparison, own.arm)
SELECT min(seen_at) FROM (
    SELECT max(seen_at) AS seen_at FROM elsewhere GROUP BY comparison HAVING count(*) = 2)

-- name: hand_over
UPDATE {table} SET import_id = h.heir
FROM (
    SELECT answer_id, min(import_id) AS heir FROM gradings
    WHERE import_id <> $gone
      AND answer_id IN (SELECT answer_id FROM answers WHERE import_id = $gone)
    GROUP BY answer_id) AS h
WHERE {table}.answer_id = h.answer_id AND {table}.import_id = $gone

-- name: take_back
DELETE FROM {table} WHERE import_id = $gone

-- name: replaced_by
SELECT import_id, any_value(file), least(any_value(rows_kept), sum(n))::BIGINT
FROM replaced JOIN imports USING (import_id)
WHERE by_id = $gone GROUP BY import_id ORDER BY import_id

-- name: forget_replacing
UPDATE replaced SET by_id = NULL WHERE by_id = $gone

-- name: remember_touched
CREATE OR REPLACE TEMP TABLE temp.touched AS
SELECT DISTINCT answer_id FROM gradings WHERE import_id = $gone
