-- What is odd about a request log that was just taken in.

-- name: here
FROM requests WHERE import_id = $import_id

-- name: odd_times
SELECT count(*) {here} AND (started_at < $first OR started_at > $last)

-- name: late_tokens
SELECT count(*) {here} AND ttft_s > latency_s AND NOT replayed

-- name: arms_of_both
SELECT (SELECT list(DISTINCT arm ORDER BY arm) {here}),
    (SELECT list(DISTINCT arm ORDER BY arm) FROM answers WHERE comparison = $comparison)

-- name: never_above_uncached
SELECT arm, count(*) {here} AND cache_read > 0
GROUP BY arm HAVING count(*) >= $fewest AND bool_and(input_uncached >= cache_read) ORDER BY arm

-- name: medians
SELECT arm, approx_quantile(latency_s, 0.5), count(*) {here}
AND latency_s IS NOT NULL AND error_kind IS NULL AND NOT replayed
GROUP BY arm ORDER BY arm

-- name: arms
-- The median of every arm of the comparison, and whether this import holds any of it.
SELECT arm, pow(1.01, min(bin) + 0.5), any_value(total), bool_or(own)
FROM (
    SELECT arm, bin, sum(n) OVER (PARTITION BY arm ORDER BY bin) AS below,
        sum(n) OVER (PARTITION BY arm) AS total, bool_or(own) OVER (PARTITION BY arm) AS own
    FROM (SELECT arm, bin, sum(n) AS n, bool_or(import_id = $import_id) AS own FROM request_bins
          WHERE comparison = $comparison AND measure = 'end_to_end' AND NOT failed GROUP BY ALL))
WHERE 2 * below >= total GROUP BY arm ORDER BY arm
