-- How a store of an earlier version is given what this one counts besides.
-- like: requests

-- name: add_partial
ALTER TABLE request_bins ADD COLUMN n_partial BIGINT DEFAULT 0

-- name: add_untold
ALTER TABLE request_bins ADD COLUMN n_untold BIGINT DEFAULT 0

-- name: shares
SELECT import_id, arm, '{measure}' AS measure, error_kind IS NOT NULL AS failed, {bin} AS bin,
    count(*) FILTER ({below_half}) AS n_partial, count(*) FILTER ({untold}) AS n_untold
FROM requests
WHERE cache = 'hit' AND {column} IS NOT NULL AND NOT replayed AND (comparison, arm) IN (
    SELECT (comparison, arm) FROM request_totals WHERE partial_hits > 0)
GROUP BY ALL

-- name: count_shares
UPDATE request_bins AS bins SET n_partial = found.n_partial, n_untold = found.n_untold
FROM ({shares}) AS found
WHERE bins.cache = 'hit' AND bins.import_id = found.import_id AND bins.arm = found.arm
  AND bins.measure = found.measure AND bins.failed = found.failed AND bins.bin = found.bin

-- name: add_cache
ALTER TABLE request_totals ADD COLUMN cache VARCHAR

-- name: add_failed_replays
ALTER TABLE request_totals ADD COLUMN n_failed_replays BIGINT

-- name: drop_totals
DELETE FROM request_totals

-- name: count_totals
INSERT INTO request_totals {totals}

-- name: add_arm
ALTER TABLE replaced ADD COLUMN arm VARCHAR

-- name: add_changed
ALTER TABLE replaced ADD COLUMN n_changed BIGINT

-- name: all_changed
UPDATE replaced SET n_changed = n,
    arm = (SELECT min(a.arm) FROM answers a WHERE a.import_id = replaced.by_id)
