-- The fields that could not be read, of rows that are kept.
SELECT row_id, line, locator, unnest([
    CASE WHEN latency_value IS NULL AND trim(latency_s) <> ''
         THEN {'field': CASE WHEN latency_in_ms THEN 'latency_ms' ELSE 'latency_s' END,
               'value': CASE WHEN latency_in_ms THEN latency_ms ELSE latency_s END,
               'reason': CASE WHEN latency_number < 0 THEN $negative ELSE $number END} END,
    CASE WHEN ttft_value IS NULL AND trim(ttft_s) <> ''
         THEN {'field': CASE WHEN ttft_in_ms THEN 'ttft_ms' ELSE 'ttft_s' END,
               'value': CASE WHEN ttft_in_ms THEN ttft_ms ELSE ttft_s END,
               'reason': CASE WHEN ttft_number < 0 THEN $negative ELSE $number END} END,
    CASE WHEN uncached_value IS NULL AND trim(usage_input_uncached) <> ''
         THEN {'field': CASE WHEN in_total THEN 'usage.input_total' ELSE 'usage.input_uncached' END,
               'value': CASE WHEN in_total THEN usage_input_total ELSE usage_input_uncached END,
               'reason': CASE WHEN in_total AND uncached_number < 0
                              THEN 'is less than the cached tokens that it should include'
                              ELSE $whole END} END,
    CASE WHEN read_value IS NULL AND trim(usage_cache_read) <> ''
         THEN {'field': 'usage.cache_read', 'value': usage_cache_read, 'reason': $whole} END,
    CASE WHEN write_value IS NULL AND trim(usage_cache_write) <> ''
         THEN {'field': 'usage.cache_write', 'value': usage_cache_write, 'reason': $whole} END,
    CASE WHEN output_value IS NULL AND trim(usage_output) <> ''
         THEN {'field': 'usage.output', 'value': usage_output, 'reason': $whole} END,
    CASE WHEN cost_value IS NULL AND trim(cost_usd) <> ''
         THEN {'field': 'cost_usd', 'value': cost_usd, 'reason': $number} END,
    CASE WHEN words_value IS NULL AND trim(words) <> ''
         THEN {'field': 'words', 'value': words, 'reason': $whole} END,
    CASE WHEN depth_value IS NULL AND trim(window_depth) <> ''
         THEN {'field': 'window.depth', 'value': window_depth, 'reason': 'not a number'} END,
    CASE WHEN fill_value IS NULL AND trim(window_fill) <> ''
         THEN {'field': 'window.fill', 'value': window_fill, 'reason': 'not a number'} END,
    CASE WHEN start_value IS NULL AND trim(started_at) <> ''
         THEN {'field': CASE WHEN starts_in_time THEN 'time' ELSE 'started_at' END,
               'value': started_at, 'reason': $time} END,
    CASE WHEN retries_value IS NULL AND trim(retries) <> ''
         THEN {'field': 'retries', 'value': retries, 'reason': $whole} END,
    CASE WHEN replayed_value IS NULL AND trim(replayed) <> ''
         THEN {'field': 'replayed', 'value': replayed, 'reason': 'neither true nor false'} END,
    CASE WHEN cache_value IS NULL AND trim(cache) <> ''
         THEN {'field': 'cache', 'value': cache, 'reason': 'not hit, miss or unknown'} END
]) AS bad
FROM (
    SELECT *,
        coalesce($converts AND latency_s IN
            (latency_ms, (try_cast(latency_ms AS DOUBLE) / 1000)::VARCHAR), false) AS latency_in_ms,
        coalesce($converts AND ttft_s IN
            (ttft_ms, (try_cast(ttft_ms AS DOUBLE) / 1000)::VARCHAR), false) AS ttft_in_ms,
        coalesce($converts AND usage_input_uncached IN (usage_input_total,
            (try_cast(usage_input_total AS DOUBLE) - try_cast(usage_cache_read AS DOUBLE)
             - try_cast(usage_cache_write AS DOUBLE))::VARCHAR), false) AS in_total,
        coalesce($converts AND started_at = "time", false) AS starts_in_time
    FROM judged)
WHERE has_bad_field
