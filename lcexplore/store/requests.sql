-- How staged requests enter the store, and what they are rolled up to in the same transaction.
-- like: hits

-- name: span
SELECT epoch(min(started_at))::BIGINT, epoch(max(started_at))::BIGINT
FROM {rows} WHERE refusal IS NULL

-- name: whole_row
hash(arm, started_at, round(latency_s::DOUBLE, 6), round(ttft_s::DOUBLE, 6), cache, replayed::BOOLEAN, error_kind,
    error_message, retries::BIGINT, input_uncached::BIGINT, cache_read::BIGINT,
    cache_write::BIGINT, output::BIGINT, cost_usd::DECIMAL(18, 9), model)

-- name: stored_then
SELECT * FROM requests
WHERE comparison = $comparison AND arm IN (SELECT DISTINCT arm FROM {rows})
  AND started_at BETWEEN make_timestamp(($first::BIGINT - 1) * 1000000)
      AND make_timestamp(($last::BIGINT + 1) * 1000000)

-- name: any_then
SELECT count(*) FROM ({stored_then} LIMIT 1)

-- name: any_before
SELECT count(*) FROM (
    SELECT 1 FROM requests
    WHERE comparison = $comparison AND arm IN (SELECT DISTINCT arm FROM {rows}) LIMIT 1)

-- name: mark_repeated
INSERT INTO temp.outcome
SELECT row_id, 'duplicate' FROM (
    SELECT row_id, n, row_number() OVER (PARTITION BY key ORDER BY row_id) AS nth
    FROM (SELECT row_id, {whole_row} AS key FROM {rows}
          WHERE refusal IS NULL AND started_at IS NOT NULL)
    JOIN (SELECT {whole_row} AS key, count(*) AS n FROM ({stored_then}) GROUP BY ALL)
    USING (key))
WHERE nth <= n

-- name: n_repeated
SELECT count(*) FROM temp.outcome

-- Rows that are stored although another file holds one of their arm, time and latency. Those that
-- were left out stand in front: each takes one of the stored ones.
-- name: n_nearly_repeated
SELECT count(*)
FROM (
    SELECT is_kept, n, row_number() OVER (PARTITION BY key ORDER BY is_kept, row_id) AS nth
    FROM (SELECT row_id, outcome IS NULL AS is_kept,
              hash(arm, started_at, latency_s::DOUBLE) AS key
          FROM {rows} LEFT JOIN temp.outcome USING (row_id)
          WHERE refusal IS NULL AND started_at IS NOT NULL AND latency_s IS NOT NULL)
    JOIN (SELECT hash(arm, started_at, latency_s::DOUBLE) AS key, count(*) AS n
          FROM ({stored_then}) WHERE latency_s IS NOT NULL GROUP BY ALL)
    USING (key))
WHERE is_kept AND nth <= n

-- name: n_undated
SELECT count(*) FROM {rows} WHERE refusal IS NULL AND started_at IS NULL

-- The same file, read another way. Under one mapping it is known; under two it is counted twice,
-- unless each took other arms from it.
-- name: same_file
SELECT import_id, mapping, kept.arm, count(*)
FROM imports, (SELECT arm FROM {rows} ANTI JOIN temp.outcome USING (row_id)
               WHERE refusal IS NULL) AS kept
WHERE kind = $kind AND sha256 = $sha256 AND comparison = $comparison
  AND (imports.arm <> $given_arm OR mapping <> $mapping)
  AND list_contains(json_keys(arms), kept.arm)
GROUP BY ALL ORDER BY import_id, kept.arm LIMIT 1

-- name: for_other_arms
SELECT import_id, json_keys(arms) FROM imports
WHERE kind = $kind AND sha256 = $sha256 AND comparison = $comparison AND arms <> '{}'
  AND json_extract(mapping, '$.map') IS NOT DISTINCT FROM json_extract($mapping, '$.map')
ORDER BY import_id

-- name: n_stored
SELECT count(*) FROM requests WHERE import_id = $import_id

-- name: n_timed
SELECT count(latency_s) + count(ttft_s) FROM requests WHERE import_id = $import_id

-- name: insert_requests
INSERT INTO requests
SELECT $import_id, $comparison, arm, started_at, latency_s, ttft_s, cache, replayed, error_kind,
    error_message, retries, input_uncached, cache_read, cache_write, output, cost_usd, model, line,
    locator
FROM {rows} ANTI JOIN temp.outcome USING (row_id) WHERE refusal IS NULL

-- name: doubtful_statuses
SELECT doubtful_status, is_below_100, count(*)
FROM {rows} ANTI JOIN temp.outcome USING (row_id)
WHERE refusal IS NULL AND doubtful_status IS NOT NULL
GROUP BY ALL ORDER BY count(*) DESC, doubtful_status

-- name: statuses
SELECT count(*), count(*) FILTER (has_status),
    count(*) FILTER (NOT has_status AND error_kind IS NULL)
FROM {rows} ANTI JOIN temp.outcome USING (row_id) WHERE refusal IS NULL

-- name: bin
floor(ln(greatest({column}, 1e-6)) / ln(1.01))::SMALLINT

-- name: insert_bins
INSERT INTO request_bins
SELECT $import_id, $comparison, arm, $measure, cache, error_kind IS NOT NULL, {bin} AS bin,
    count(*), min({column}), max({column}), count(*) FILTER ({below_half}),
    count(*) FILTER ({untold})
FROM requests
WHERE import_id = $import_id AND {column} IS NOT NULL AND NOT replayed
GROUP BY ALL

-- name: starts
-- When how many of an import's requests began, to the minute.
SELECT epoch(started_at)::BIGINT // 60 * 60 AS minute, count(*) AS n
FROM requests WHERE import_id = $import_id AND started_at IS NOT NULL GROUP BY minute

-- name: insert_windows
INSERT INTO request_windows
SELECT $import_id, $comparison, arm, $step, epoch(started_at)::BIGINT // $step * $step AS start_s,
    {bin} AS bin, count(*), min({column}), max({column})
FROM requests
WHERE import_id = $import_id AND {column} IS NOT NULL AND started_at IS NOT NULL
  AND error_kind IS NULL AND NOT replayed
GROUP BY ALL ORDER BY arm, start_s, bin

-- name: insert_totals
INSERT INTO request_totals {totals}

-- name: totals
-- What the requests chosen come to, by model and cache state.
SELECT import_id, comparison, arm, model, count(*),
    count(*) FILTER (error_kind IS NOT NULL),
    count(*) FILTER (replayed),
    count(*) FILTER (retries > 0),
    count(*) FILTER (retries = 0),
    count(*) FILTER (cache = 'hit' AND NOT replayed),
    count(*) FILTER (cache = 'miss' AND NOT replayed),
    count(*) FILTER ({below_half} AND NOT replayed),
    count(latency_s) FILTER (error_kind IS NULL AND NOT replayed),
    count(*) FILTER (reported),
    coalesce(sum(input_uncached) FILTER (reported), 0)::BIGINT,
    coalesce(sum(cache_read) FILTER (reported), 0)::BIGINT,
    coalesce(sum(cache_write) FILTER (reported), 0)::BIGINT,
    count(*) FILTER (reported AND output IS NOT NULL),
    coalesce(sum(input_uncached) FILTER (reported AND output IS NOT NULL), 0)::BIGINT,
    coalesce(sum(cache_read) FILTER (reported AND output IS NOT NULL), 0)::BIGINT,
    coalesce(sum(cache_write) FILTER (reported AND output IS NOT NULL), 0)::BIGINT,
    coalesce(sum(output) FILTER (reported AND output IS NOT NULL), 0)::BIGINT,
    count(cost_usd) FILTER (NOT replayed),
    coalesce(sum(cost_usd) FILTER (NOT replayed), 0)::DOUBLE,
    min(started_at),
    max(started_at),
    cache,
    count(*) FILTER (replayed AND error_kind IS NOT NULL)
FROM (SELECT *, NOT replayed AND input_uncached IS NOT NULL AND cache_read IS NOT NULL
          AND cache_write IS NOT NULL AS reported
      FROM requests WHERE {chosen})
GROUP BY import_id, comparison, arm, model, cache

-- name: insert_growth
INSERT INTO request_growth
SELECT $import_id, $comparison, arm, cache,
    floor(log2(input_uncached + cache_read + cache_write))::SMALLINT AS doubling,
    count(*), sum(ln(latency_s))
FROM requests
WHERE import_id = $import_id AND latency_s > 0 AND error_kind IS NULL AND NOT replayed
  AND input_uncached + cache_read + cache_write > 0
GROUP BY ALL
