-- What became of the rows of one request log.
-- like: account

-- name: kept_rows
(SELECT * FROM {rows} ANTI JOIN temp.outcome USING (row_id) WHERE refusal IS NULL)

-- name: not_measured
-- A replay asked for nothing, so it failed at nothing either.
SELECT error_kind, count(*) FROM {kept_rows} WHERE error_kind IS NOT NULL AND NOT replayed
GROUP BY ALL ORDER BY count(*) DESC, error_kind

-- name: unread_verdicts
SELECT NULL::VARCHAR, 0 WHERE false

-- name: n_bad_times
SELECT 0
