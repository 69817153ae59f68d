-- From texts to values: every leaf of the log comes in as text and leaves as a value, as NULL
-- because it is unknown, or as a named refusal. $raw is the reader; the dollar names are values.
CREATE TEMP TABLE staged AS
WITH raw AS ($raw),
read AS (
    SELECT *,
        nullif(trim(question), '') AS question_key,
        coalesce($arm, nullif(trim(arm), ''), $manifest_arm) AS arm_name,
        try_cast(epoch AS DOUBLE) AS epoch_number,
        nullif(trim(lower(error)), '') AS error_text,
        lower(trim(cache)) AS cache_text,
        lower(trim(replayed)) AS replayed_text,
        try_cast(latency_s AS DOUBLE) AS latency_number,
        try_cast(ttft_s AS DOUBLE) AS ttft_number,
        try_cast(usage_input_uncached AS DOUBLE) AS uncached_number,
        try_cast(usage_cache_read AS DOUBLE) AS read_number,
        try_cast(usage_cache_write AS DOUBLE) AS write_number,
        try_cast(usage_output AS DOUBLE) AS output_number,
        try_cast(cost_usd AS DOUBLE) AS cost_number,
        try_cast(words AS DOUBLE) AS words_number,
        try_cast(window_depth AS DOUBLE) AS depth_number,
        try_cast(window_fill AS DOUBLE) AS fill_number,
        try_cast(started_at AS TIMESTAMPTZ) AS start_time,
        try_cast(started_at AS DOUBLE) AS start_number
    FROM raw
),
valued AS (
    SELECT *,
        CASE WHEN coalesce(trim(epoch), '') = '' THEN 1
             WHEN epoch_number BETWEEN 1 AND 1e9 AND epoch_number = trunc(epoch_number)
             THEN epoch_number::INTEGER END AS epoch_value,
        CASE WHEN latency_number >= 0 AND latency_number < 'inf' THEN latency_number END
            AS latency_value,
        CASE WHEN ttft_number >= 0 AND ttft_number < 'inf' THEN ttft_number END AS ttft_value,
        CASE WHEN uncached_number BETWEEN 0 AND 9e15 AND uncached_number = trunc(uncached_number)
             THEN uncached_number::BIGINT END AS uncached_value,
        CASE WHEN read_number BETWEEN 0 AND 9e15 AND read_number = trunc(read_number)
             THEN read_number::BIGINT END AS read_value,
        CASE WHEN write_number BETWEEN 0 AND 9e15 AND write_number = trunc(write_number)
             THEN write_number::BIGINT END AS write_value,
        CASE WHEN output_number BETWEEN 0 AND 9e15 AND output_number = trunc(output_number)
             THEN output_number::BIGINT END AS output_value,
        CASE WHEN cost_number >= 0 AND cost_number < 1e9
             THEN cost_number::DECIMAL(18, 9) END AS cost_value,
        CASE WHEN words_number BETWEEN 0 AND 1e9 AND words_number = trunc(words_number)
             THEN words_number::INTEGER END AS words_value,
        CASE WHEN isfinite(depth_number) THEN depth_number END AS depth_value,
        CASE WHEN isfinite(fill_number) THEN fill_number END AS fill_value,
        CASE WHEN isfinite(start_time) THEN start_time AT TIME ZONE 'UTC'
             WHEN start_number >= 1e8 AND start_number < 1e11
             THEN make_timestamp((start_number * 1e6)::BIGINT) END AS start_value,
        CASE WHEN replayed_text IN ('true', '1', '1.0', 'yes') THEN true
             WHEN replayed_text IN ('false', '0', '0.0', 'no') THEN false END AS replayed_value,
        CASE WHEN cache_text IN ('hit', 'miss', 'unknown') THEN cache_text END AS cache_value,
        (coalesce(trim(error_kind), '') <> '')
            OR coalesce(error_text NOT IN ('null', 'none', 'nan', 'false'), false) AS failed
    FROM read
),
judged AS (
    SELECT *,
        (latency_value IS NULL AND coalesce(trim(latency_s), '') <> '')
        OR (ttft_value IS NULL AND coalesce(trim(ttft_s), '') <> '')
        OR (uncached_value IS NULL AND coalesce(trim(usage_input_uncached), '') <> '')
        OR (read_value IS NULL AND coalesce(trim(usage_cache_read), '') <> '')
        OR (write_value IS NULL AND coalesce(trim(usage_cache_write), '') <> '')
        OR (output_value IS NULL AND coalesce(trim(usage_output), '') <> '')
        OR (cost_value IS NULL AND coalesce(trim(cost_usd), '') <> '')
        OR (words_value IS NULL AND coalesce(trim(words), '') <> '')
        OR (depth_value IS NULL AND coalesce(trim(window_depth), '') <> '')
        OR (fill_value IS NULL AND coalesce(trim(window_fill), '') <> '')
        OR (start_value IS NULL AND coalesce(trim(started_at), '') <> '')
        OR (replayed_value IS NULL AND coalesce(replayed_text, '') <> '')
        OR (cache_value IS NULL AND coalesce(cache_text, '') <> '') AS has_bad_field,
        failed AND left(error_text, 1) = '{' AND json_valid(error) AS error_is_object
    FROM valued
)
SELECT
    row_id,
    line,
    locator,
    is_manifest,
    CASE WHEN question_key IS NULL THEN {'field': 'question', 'value': question,
              'reason': 'missing'}
         WHEN left(question_key, 1) IN ('{', '[') AND json_valid(question_key)
         THEN {'field': 'question', 'value': question, 'reason': 'neither text nor a number'}
         WHEN arm_name IS NULL THEN {'field': 'arm', 'value': arm, 'reason': 'missing'}
         WHEN epoch_value IS NULL THEN {'field': 'epoch', 'value': epoch,
              'reason': 'not a whole number from 1'} END AS refusal,
    arm_name AS arm,
    question_key AS question,
    epoch_value AS epoch,
    CASE WHEN window_version IS NULL AND depth_value IS NULL AND fill_value IS NULL
              AND window_distractor IS NULL THEN ''
         ELSE concat_ws('|', coalesce(window_version, ''), coalesce(depth_value::VARCHAR, ''),
              coalesce(fill_value::VARCHAR, ''), coalesce(window_distractor, '')) END AS variant,
    nullif(trim(stratum), '') AS stratum,
    nullif(trim("cluster"), '') AS "cluster",
    CASE WHEN NOT failed THEN NULL
         ELSE coalesce(nullif(left(replace(replace(lower(trim(
                  coalesce(error_kind, CASE WHEN error_is_object
                           THEN json_extract_string(error, '$.kind') END))),
                  ' ', '_'), '-', '_'), 60), ''), 'error') END AS error_kind,
    CASE WHEN NOT failed THEN NULL
         WHEN error_message IS NOT NULL THEN error_message
         WHEN error_is_object THEN json_extract_string(error, '$.message')
         ELSE error END AS error_message,
    start_value AS started_at,
    start_value IS NOT NULL AND start_time IS NOT NULL AND NOT (
        right(trim(started_at), 1) IN ('Z', 'z')
        OR regexp_matches(trim(started_at)[12:], '[+-]\d\d(:?\d\d)?$|[A-Za-z]')) AS naive,
    latency_value AS latency_s,
    ttft_value AS ttft_s,
    CASE WHEN cache_value IS NOT NULL THEN cache_value
         WHEN read_value > 0 THEN 'hit'
         WHEN read_value = 0 THEN 'miss'
         ELSE 'unknown' END AS cache,
    coalesce(replayed_value, false) AS replayed,
    uncached_value AS input_uncached,
    read_value AS cache_read,
    write_value AS cache_write,
    output_value AS output,
    cost_value AS cost_usd,
    nullif(trim(model), '') AS model,
    CASE WHEN answer IS NULL THEN words_value ELSE $words END AS words,
    nullif(trim(window_version), '') AS version,
    depth_value AS depth,
    fill_value AS fill,
    nullif(trim(window_distractor), '') AS distractor,
    question_text,
    reference,
    answer,
    CASE WHEN verdict IS NULL AND grader IS NULL THEN gradings
         ELSE list_append(coalesce(gradings, []), {'grader': grader, 'rubric': rubric,
              'verdict': verdict, 'quote': quote, 'graded_at': graded_at, 'reason': reason})
         END AS gradings,
    CASE WHEN has_bad_field THEN list_filter([
        CASE WHEN latency_value IS NULL AND coalesce(trim(latency_s), '') <> ''
             THEN {'field': 'latency_s', 'value': latency_s, 'reason': $number} END,
        CASE WHEN ttft_value IS NULL AND coalesce(trim(ttft_s), '') <> ''
             THEN {'field': 'ttft_s', 'value': ttft_s, 'reason': $number} END,
        CASE WHEN uncached_value IS NULL AND coalesce(trim(usage_input_uncached), '') <> ''
             THEN {'field': 'usage.input_uncached', 'value': usage_input_uncached,
                   'reason': $whole} END,
        CASE WHEN read_value IS NULL AND coalesce(trim(usage_cache_read), '') <> ''
             THEN {'field': 'usage.cache_read', 'value': usage_cache_read, 'reason': $whole} END,
        CASE WHEN write_value IS NULL AND coalesce(trim(usage_cache_write), '') <> ''
             THEN {'field': 'usage.cache_write', 'value': usage_cache_write, 'reason': $whole} END,
        CASE WHEN output_value IS NULL AND coalesce(trim(usage_output), '') <> ''
             THEN {'field': 'usage.output', 'value': usage_output, 'reason': $whole} END,
        CASE WHEN cost_value IS NULL AND coalesce(trim(cost_usd), '') <> ''
             THEN {'field': 'cost_usd', 'value': cost_usd, 'reason': $number} END,
        CASE WHEN words_value IS NULL AND coalesce(trim(words), '') <> ''
             THEN {'field': 'words', 'value': words, 'reason': $whole} END,
        CASE WHEN depth_value IS NULL AND coalesce(trim(window_depth), '') <> ''
             THEN {'field': 'window.depth', 'value': window_depth, 'reason': 'not a number'} END,
        CASE WHEN fill_value IS NULL AND coalesce(trim(window_fill), '') <> ''
             THEN {'field': 'window.fill', 'value': window_fill, 'reason': 'not a number'} END,
        CASE WHEN start_value IS NULL AND coalesce(trim(started_at), '') <> ''
             THEN {'field': 'started_at', 'value': started_at, 'reason': 'not a time'} END,
        CASE WHEN replayed_value IS NULL AND coalesce(replayed_text, '') <> ''
             THEN {'field': 'replayed', 'value': replayed, 'reason': 'neither true nor false'} END,
        CASE WHEN cache_value IS NULL AND coalesce(cache_text, '') <> ''
             THEN {'field': 'cache', 'value': cache, 'reason': 'not hit, miss or unknown'} END
        ], lambda each: each IS NOT NULL) END AS bad_fields
FROM judged
