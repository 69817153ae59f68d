-- What became of the rows of one log.

-- name: kept_rows
(SELECT s.*, o.outcome FROM {rows} s LEFT JOIN temp.outcome o USING (row_id)
 WHERE s.refusal IS NULL AND coalesce(o.outcome, 'regraded') = 'regraded')

-- name: refused_lines
SELECT DISTINCT line FROM {refused}

-- name: remember_lines
CREATE OR REPLACE TEMP TABLE temp.moved AS SELECT unnest($old) AS old, unnest($new) AS new

-- name: number_refusals
UPDATE {refused} SET line = new FROM temp.moved WHERE line = old

-- name: insert_rejects
INSERT INTO rejects SELECT $import_id, * FROM {refused}

-- name: n_refused
SELECT count(*) FROM {refused} WHERE NOT row_kept

-- name: n_bad_fields
SELECT count(*) FROM {refused} WHERE row_kept

-- name: n_outcome
SELECT count(*) FROM temp.outcome WHERE outcome = $outcome

-- name: arms
SELECT arm, count(*) FROM {kept_rows} GROUP BY arm ORDER BY min(row_id)

-- name: unsure
SELECT row_id FROM {gradings} WHERE verdict = 'not_measured'

-- name: not_measured
SELECT coalesce(error_kind, g.newest.reason, 'ungraded') AS why, count(*)
FROM {kept_rows} s
LEFT JOIN (
    SELECT row_id, arg_max({'verdict': verdict, 'reason': reason},
                           coalesce(graded_at, TIMESTAMP '0001-01-01')) AS newest
    FROM {gradings} WHERE row_id IN ({unsure}) GROUP BY row_id) g USING (row_id)
WHERE error_kind IS NOT NULL OR coalesce(len(gradings), 0) = 0
   OR g.newest.verdict = 'not_measured'
GROUP BY ALL ORDER BY count(*) DESC, why

-- name: replays
SELECT count(*) FILTER (replayed), count(*) FILTER (replayed AND error_kind IS NOT NULL)
FROM {kept_rows}

-- name: token_classes
SELECT arm, count(input_uncached), count(cache_read), count(cache_write), count(output)
FROM {kept_rows} WHERE NOT replayed GROUP BY arm ORDER BY arm

-- name: refusals
SELECT line, field, left(value, 200), reason, row_kept
FROM {refused} ORDER BY line, field LIMIT $most

-- name: unread_verdicts
SELECT raw_verdict, count(*) AS n
FROM {gradings} SEMI JOIN {kept_rows} USING (row_id)
WHERE reason = 'not_pass_fail' GROUP BY ALL ORDER BY n DESC, raw_verdict

-- name: graders
SELECT DISTINCT unnest([grader, rubric]) FROM {gradings}

-- name: n_naive
SELECT count(*) FROM {kept_rows} WHERE naive

-- name: n_slow
SELECT count(*) FROM {kept_rows} WHERE NOT replayed AND latency_s > 200 * (
    SELECT median(latency_s) FROM {kept_rows} WHERE NOT replayed AND latency_s > 0)

-- name: arms_of_comparison
SELECT DISTINCT arm FROM (
    SELECT arm FROM answers WHERE comparison = $comparison
    UNION ALL SELECT arm FROM request_totals WHERE comparison = $comparison)
ORDER BY arm

-- name: n_outdated_labels
SELECT count(*) FROM labels l JOIN other_texts o USING (comparison, arm, question, epoch)
WHERE o.import_id = $import_id AND coalesce(o.replaced_at > l.labelled_at, true)

-- name: insert_manifest
INSERT INTO manifests VALUES ($import_id, $comparison, $arm, $file, without_secrets($fields))

-- name: insert_import
INSERT INTO imports VALUES ($import_id, $kind, $comparison, $file, $format, $sha256, $arm,
    $mapping, $baseline, $imported_at, $read, $kept, $refused, $duplicates, $arms, $notes, true)
