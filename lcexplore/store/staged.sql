-- The rows as they will be stored, with the reason where one is refused as a whole.
SELECT
    row_id,
    line,
    locator,
    is_manifest,
    CASE WHEN question_key IS NULL THEN {'field': 'question', 'value': question,
              'reason': 'missing'}
         WHEN CASE WHEN starts_with(question_key, '{') OR starts_with(question_key, '[')
              THEN json_valid(question_key) END
         THEN {'field': 'question', 'value': question, 'reason': 'neither text nor a number'}
         WHEN arm_name IS NULL THEN {'field': 'arm', 'value': arm, 'reason': 'missing'}
         WHEN epoch_value IS NULL THEN {'field': 'epoch', 'value': epoch,
              'reason': 'not a whole number from 1'}
         WHEN CASE WHEN error_is_object
              THEN len(json_keys(error)) <> len(list_distinct(json_keys(error))) END
         THEN {'field': 'error', 'value': error, 'reason': 'a key of it occurs twice'}
         END AS refusal,
    arm_name AS arm,
    question_key AS question,
    epoch_value AS epoch,
    CASE WHEN window_version IS NULL AND depth_value IS NULL AND fill_value IS NULL
              AND window_distractor IS NULL THEN ''
         ELSE concat_ws('|', coalesce(window_version, ''), coalesce(depth_value::VARCHAR, ''),
              coalesce(fill_value::VARCHAR, ''), coalesce(window_distractor, '')) END AS variant,
    nullif(trimmed(stratum), '') AS stratum,
    nullif(trimmed("cluster"), '') AS "cluster",
    CASE WHEN NOT failed THEN NULL
         ELSE coalesce(nullif(left(replace(replace(lower(trim(
                  coalesce(error_kind, CASE WHEN error_is_object
                           THEN json_extract_string(error, '$.kind') END))),
                  ' ', '_'), '-', '_'), 60), ''), 'error') END AS error_kind,
    CASE WHEN failed THEN without_secrets(coalesce(error_message,
              CASE WHEN error_is_object THEN json_extract_string(error, '$.message')
                   ELSE error END)) END AS error_message,
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
    uncached_value AS input_uncached,
    read_value AS cache_read,
    write_value AS cache_write,
    output_value AS output,
    cost_value AS cost_usd,
    CASE WHEN strlen(model) > 30 THEN without_secrets(trimmed(model))
         ELSE nullif(trimmed(model), '') END AS model,
    CASE WHEN answer IS NULL THEN words_value ELSE words_of(answer) END AS words,
    nullif(trimmed(window_version), '') AS version,
    depth_value AS depth,
    fill_value AS fill,
    nullif(trimmed(window_distractor), '') AS distractor,
    question_text,
    reference,
    answer,
    has_bad_field,
    CASE WHEN verdict IS NULL AND grader IS NULL THEN gradings
         ELSE list_append(coalesce(gradings, []), {'grader': grader, 'rubric': rubric,
              'verdict': verdict, 'quote': quote, 'graded_at': graded_at, 'reason': reason})
         END AS gradings
FROM judged
