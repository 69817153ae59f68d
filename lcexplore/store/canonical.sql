-- From texts to values: every leaf of the log comes in as text and leaves as a value, as NULL
-- because it is unknown, or as a named refusal.
WITH raw AS ($raw),
read AS (
    SELECT *,
        nullif(trimmed(question), '') AS question_key,
        coalesce($arm, nullif(trimmed(arm), ''), $manifest_arm) AS arm_name,
        try_cast(epoch AS DOUBLE) AS epoch_number,
        nullif(trim(lower(error)), '') AS error_text,
        CASE WHEN cache IN ('hit', 'miss', 'unknown') THEN cache ELSE lower(trim(cache)) END
            AS cache_text,
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
        coalesce(try_cast(started_at AS TIMESTAMPTZ), CASE WHEN ends_with(started_at, 'z')
                 THEN try_cast(upper(started_at) AS TIMESTAMPTZ) END) AS start_time,
        CASE WHEN start_time IS NULL THEN try_cast(started_at AS DOUBLE) END AS start_number,
        try_cast(retries AS DOUBLE) AS retries_number
    FROM raw
),
valued AS (
    SELECT *,
        CASE WHEN coalesce(trim(epoch), '') = '' THEN 1
             WHEN epoch_number BETWEEN 1 AND 1e9 AND epoch_number = trunc(epoch_number)
             THEN epoch_number::INTEGER END AS epoch_value,
        CASE WHEN latency_number >= 0 AND latency_number < 1e9 THEN latency_number END
            AS latency_value,
        CASE WHEN ttft_number >= 0 AND ttft_number < 1e9 THEN ttft_number END AS ttft_value,
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
        CASE WHEN start_time BETWEEN TIMESTAMPTZ '0001-01-02 00:00Z' AND TIMESTAMPTZ '9999-12-30 00:00Z'
                  AND (start_time <> TIMESTAMPTZ '1970-01-01 00:00Z' OR contains(started_at, '19'))
             THEN make_timestamp(epoch_us(start_time))
             ELSE since_1970(start_number) END AS start_value,
        CASE WHEN replayed_text IN ('true', '1', '1.0', 'yes') THEN true
             WHEN replayed_text IN ('false', '0', '0.0', 'no') THEN false END AS replayed_value,
        CASE WHEN retries_number BETWEEN 0 AND 1e6 AND retries_number = trunc(retries_number)
             THEN retries_number::INTEGER END AS retries_value,
        CASE WHEN cache_text IN ('hit', 'miss', 'unknown') THEN cache_text END AS cache_value,
        CASE WHEN error_kind IS NOT NULL AND lower(trim(error_kind)) NOT IN ('', $no_error) THEN true
             WHEN error_text IS NOT NULL
             THEN error_text NOT IN ($no_error) AND NOT (left(error_text, 1) IN ('{', '[')
                  AND regexp_full_match(error_text,
                      '[{\[]\s*("[^"]*"\s*:\s*(null|false|""|\{\s*\}|\[\s*\])\s*,?\s*)*[\]}]'))
             ELSE false END AS failed
    FROM read
),
judged AS (
    SELECT *,
        CASE WHEN latency_value IS NULL AND latency_s IS NOT NULL THEN trim(latency_s) <> '' ELSE false END
        OR CASE WHEN ttft_value IS NULL AND ttft_s IS NOT NULL THEN trim(ttft_s) <> '' ELSE false END
        OR CASE WHEN uncached_value IS NULL AND usage_input_uncached IS NOT NULL THEN trim(usage_input_uncached) <> '' ELSE false END
        OR CASE WHEN read_value IS NULL AND usage_cache_read IS NOT NULL THEN trim(usage_cache_read) <> '' ELSE false END
        OR CASE WHEN write_value IS NULL AND usage_cache_write IS NOT NULL THEN trim(usage_cache_write) <> '' ELSE false END
        OR CASE WHEN output_value IS NULL AND usage_output IS NOT NULL THEN trim(usage_output) <> '' ELSE false END
        OR CASE WHEN cost_value IS NULL AND cost_usd IS NOT NULL THEN trim(cost_usd) <> '' ELSE false END
        OR CASE WHEN words_value IS NULL AND words IS NOT NULL THEN trim(words) <> '' ELSE false END
        OR CASE WHEN depth_value IS NULL AND window_depth IS NOT NULL THEN trim(window_depth) <> '' ELSE false END
        OR CASE WHEN fill_value IS NULL AND window_fill IS NOT NULL THEN trim(window_fill) <> '' ELSE false END
        OR CASE WHEN start_value IS NULL AND started_at IS NOT NULL THEN trim(started_at) <> '' ELSE false END
        OR CASE WHEN retries_value IS NULL AND retries IS NOT NULL THEN trim(retries) <> '' ELSE false END
        OR CASE WHEN replayed_value IS NULL AND replayed IS NOT NULL THEN trim(replayed) <> '' ELSE false END
        OR CASE WHEN cache_value IS NULL AND cache IS NOT NULL THEN trim(cache) <> '' ELSE false END
            AS has_bad_field,
        CASE WHEN failed AND left(error_text, 1) = '{' THEN json_valid(error) ELSE false END
            AS error_is_object
    FROM valued
)
$result
