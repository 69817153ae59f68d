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
    CASE WHEN start_time IS NULL OR start_value IS NULL OR ends_with(started_at, 'Z') THEN false
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
         WHEN status_code IN (408, 504) OR status_means = 'timeout' THEN 'timeout'
         WHEN status_code = 429 THEN 'rate_limited'
         WHEN status_code >= 400 THEN 'http_' || status_code
         WHEN status_means = 'below_100' THEN 'no_http_status'
         WHEN status_means <> 'success' THEN left(status_text, 60) END AS error_kind,
    CASE WHEN NOT failed AND status_means IN ('below_100', 'unknown')
         THEN without_secrets(left(trim(status), 60)) END AS doubtful_status,
    status_means = 'below_100' AS is_below_100,
    coalesce(status_text, 'none') NOT IN ('none', 'null') AS has_status,
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
-- A status is a code, alone or in front of its phrase, or a word. A number below 100 is no code:
-- load tools write 0, 000 or -1 for no response, gRPC writes 0 for OK.
FROM (
    SELECT *,
        CASE WHEN status_text IS NULL THEN 'success'
             WHEN status_code >= 400 THEN 'code'
             WHEN status_code IS NOT NULL AND status_number IS NULL
                  AND regexp_matches(status_text,
                      'err|fail|time_?d?_?out|exceed|cancel|abort|refus|reject|limit|_m?s(ec|$)')
             THEN 'unknown'
             WHEN status_code IS NOT NULL THEN 'success'
             WHEN status_number < 100 THEN 'below_100'
             WHEN status_text IN ('ok', 'success', 'succeeded', 'successful', 'complete',
                                  'completed', 'done', 'finished', 'true', 'pass', 'passed',
                                  'unset', 'stop', 'end_turn', 'none', 'null') THEN 'success'
             WHEN status_text IN ('timeout', 'timed_out', 'timedout', 'time_out',
                                  'gateway_timeout', 'request_timeout', 'deadline_exceeded')
             THEN 'timeout'
             WHEN status_text IN ('error', 'errored', 'fail', 'failed', 'failure', 'false',
                                  'exception', 'cancelled', 'canceled', 'aborted', 'rejected',
                                  'refused', 'unavailable', 'overloaded', 'throttled',
                                  'rate_limited', 'rate_limit', 'rate_limit_exceeded',
                                  'resource_exhausted', 'server_error', 'internal_error')
             THEN 'failure'
             ELSE 'unknown' END AS status_means
    FROM (
        SELECT *,
            try_cast(trim(status) AS DOUBLE) AS status_number,
            regexp_replace(replace(replace(nullif(lower(trim(status)), ''), ' ', '_'), '-', '_'),
                           '^status_?code[._:]+', '') AS status_text,
            CASE WHEN status_number BETWEEN 100 AND 999 AND status_number = trunc(status_number)
                 THEN status_number::INTEGER
                 WHEN status_number IS NULL
                 THEN try_cast(nullif(regexp_extract(status_text,
                     '^(?:http(?:/[0-9.]+)?[_:]*)?([1-9][0-9]{2})(?:[^0-9a-z.].*)?$', 1), '')
                     AS INTEGER) END AS status_code
        FROM judged))
