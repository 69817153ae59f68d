-- Requests as they will be stored, with the reason where one is refused as a whole.
SELECT
    row_id,
    line,
    locator,
    is_manifest,
    CASE WHEN arm_name IS NULL THEN {'field': 'arm', 'value': arm, 'reason': 'missing'}
         WHEN CASE WHEN error_is_object
              THEN len(json_keys(error)) <> len(list_distinct(json_keys(error))) END
         THEN {'field': 'error', 'value': error, 'reason': 'a key of it occurs twice'}
         END AS refusal,
    arm_name AS arm,
    start_value AS started_at,
    CASE WHEN start_time IS NULL OR start_value IS NULL OR right(started_at, 1) = 'Z' THEN false
         ELSE NOT regexp_matches(trim(started_at)[12:], '[+-]\d\d(:?\d\d)?$|[A-Za-z]') END AS naive,
    latency_value AS latency_s,
    ttft_value AS ttft_s,
    CASE WHEN cache_value IS NOT NULL THEN cache_value
         WHEN read_value > 0 THEN 'hit'
         WHEN read_value = 0 THEN 'miss'
         ELSE 'unknown' END AS cache,
    coalesce(replayed_value, false) AS replayed,
    CASE WHEN failed
         THEN coalesce(nullif(left(replace(replace(lower(trim(
                  coalesce(error_kind, CASE WHEN error_is_object
                           THEN json_extract_string(error, '$.kind') END))),
                  ' ', '_'), '-', '_'), 60), ''), 'error')
         WHEN status_code IN (408, 504) THEN 'timeout'
         WHEN status_code = 429 THEN 'rate_limited'
         WHEN status_code BETWEEN 300 AND 999 THEN 'http_' || status_code
         WHEN status_code IS NOT NULL THEN NULL
         WHEN status_text IN ('timeout', 'timed_out', 'timedout', 'deadline_exceeded')
         THEN 'timeout'
         WHEN status_text NOT IN ('ok', 'success', 'succeeded', 'successful', 'complete',
                                  'completed', 'done', 'true', 'pass', 'stop', 'none', 'null')
         THEN left(status_text, 60) END AS error_kind,
    CASE WHEN failed THEN without_secrets(coalesce(error_message,
              CASE WHEN error_is_object THEN json_extract_string(error, '$.message')
                   ELSE error END)) END AS error_message,
    retries_value AS retries,
    uncached_value AS input_uncached,
    read_value AS cache_read,
    write_value AS cache_write,
    output_value AS output,
    cost_value AS cost_usd,
    CASE WHEN strlen(model) > 30 THEN without_secrets(trimmed(model))
         ELSE nullif(trimmed(model), '') END AS model,
    has_bad_field
FROM (
    SELECT *,
        replace(replace(nullif(lower(trim(status)), ''), ' ', '_'), '-', '_') AS status_text,
        try_cast(try_cast(trim(status) AS DOUBLE) AS INTEGER) AS status_code
    FROM judged)
