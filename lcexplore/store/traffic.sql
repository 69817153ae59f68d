-- What the requests of a comparison's two arms come to, read from their roll-ups.
-- like: hits

-- What a manifest says of the model holds for the rows of its import that name none.
-- name: told_models
SELECT import_id, arm, any_value(json_extract_string(fields, '$.model')) AS told_model
FROM manifests WHERE comparison = $comparison GROUP BY import_id, arm

-- name: told
LEFT JOIN ({told_models}) USING (import_id, arm)

-- name: totals
SELECT arm = $candidate AS is_candidate, * EXCLUDE comparison
FROM request_totals WHERE comparison = $comparison AND arm IN ($baseline, $candidate)

-- name: reports
-- Looks no further than the first request that does, and passes over whole blocks that do not.
SELECT EXISTS (
    FROM requests WHERE comparison = $comparison AND arm = {arm} AND NOT replayed
    AND {tokens} IS NOT NULL) AS told

-- name: bins
SELECT arm = $candidate AS is_candidate, measure = 'first_token' AS is_first,
    list_position({states}, cache) AS state, failed, bin, n, least, most, n_partial, n_untold
FROM request_bins WHERE comparison = $comparison AND arm IN ($baseline, $candidate)

-- name: exact
SELECT arm = $candidate AS is_candidate, list_position({states}, cache) AS state,
    error_kind IS NOT NULL AS failed, count(*) AS n, {column} AS least, {column} AS most,
    count(*) FILTER ({below_half}) AS n_partial, count(*) FILTER ({untold}) AS n_untold
FROM requests
WHERE comparison = $comparison AND arm IN ($baseline, $candidate) AND {column} IS NOT NULL
  AND NOT replayed
GROUP BY ALL ORDER BY least

-- name: windows
SELECT arm = $candidate AS is_candidate, start_s, step_s, bin, n, least, most
FROM request_windows WHERE comparison = $comparison AND arm IN ($baseline, $candidate)

-- name: growth
SELECT arm = $candidate AS is_candidate, cache, doubling, n, log_seconds
FROM request_growth WHERE comparison = $comparison AND arm IN ($baseline, $candidate)

-- name: eval_usage
SELECT is_candidate, model, count(*) AS n, count(*) FILTER (whole) AS n_whole,
    coalesce(sum(input_uncached) FILTER (whole), 0)::BIGINT AS uncached,
    coalesce(sum(cache_read) FILTER (whole), 0)::BIGINT AS cache_read,
    coalesce(sum(cache_write) FILTER (whole), 0)::BIGINT AS cache_write,
    coalesce(sum(output) FILTER (whole), 0)::BIGINT AS output
FROM (
    SELECT arm = $candidate AS is_candidate, coalesce(model, told_model) AS model,
        input_uncached, cache_read, cache_write, output,
        input_uncached IS NOT NULL AND cache_read IS NOT NULL AND cache_write IS NOT NULL
        AND output IS NOT NULL AS whole
    FROM answers {told}
    WHERE comparison = $comparison AND arm IN ($baseline, $candidate) AND NOT replayed)
GROUP BY ALL ORDER BY is_candidate, n DESC, model

-- name: eval_states
-- What the answers of each cache state used.
SELECT is_candidate, cache, model, count(*) AS n, count(*) FILTER (whole) AS n_whole,
    coalesce(sum(input_uncached) FILTER (whole), 0)::BIGINT AS uncached,
    coalesce(sum(cache_read) FILTER (whole), 0)::BIGINT AS cache_read,
    coalesce(sum(cache_write) FILTER (whole), 0)::BIGINT AS cache_write,
    coalesce(sum(output) FILTER (whole), 0)::BIGINT AS output,
    count(*) FILTER (reported) AS n_reported,
    coalesce(sum(input_uncached) FILTER (reported), 0)::BIGINT AS reported_uncached,
    coalesce(sum(cache_read) FILTER (reported), 0)::BIGINT AS reported_read,
    coalesce(sum(cache_write) FILTER (reported), 0)::BIGINT AS reported_write
FROM (
    SELECT *, reported AND output IS NOT NULL AS whole
    FROM (
        SELECT arm = $candidate AS is_candidate, cache, coalesce(model, told_model) AS model,
            input_uncached, cache_read, cache_write, output, input_uncached IS NOT NULL AND cache_read IS NOT NULL
            AND cache_write IS NOT NULL AS reported
        FROM answers {told}
        WHERE comparison = $comparison AND arm IN ($baseline, $candidate) AND NOT replayed))
GROUP BY ALL

-- name: eval_timed
SELECT arm = $candidate AS is_candidate, epoch(started_at) AS start_s, latency_s AS seconds
FROM answers
WHERE comparison = $comparison AND arm IN ($baseline, $candidate) AND latency_s IS NOT NULL
  AND started_at IS NOT NULL AND error_kind IS NULL AND NOT replayed
ORDER BY seconds

-- name: eval_growth
SELECT arm = $candidate AS is_candidate, cache,
    floor(log2(input_uncached + cache_read + cache_write))::SMALLINT AS doubling, count(*) AS n,
    exp(avg(ln(latency_s))) AS mean_s
FROM answers
WHERE comparison = $comparison AND arm IN ($baseline, $candidate) AND latency_s > 0
  AND error_kind IS NULL AND NOT replayed AND input_uncached + cache_read + cache_write > 0
GROUP BY ALL ORDER BY is_candidate, cache, doubling
