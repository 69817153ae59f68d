-- How a file is read as rows of text, counted from 1. Lines are judged by their shape, of which a
-- log has few: which keys they have, and what kinds of values.

-- name: native
SELECT row_id, row_id AS line, NULL::VARCHAR AS locator, {fields},
    (lcexplore IS NOT NULL AND manifest IS NOT NULL AND question IS NULL) AS is_manifest
FROM (SELECT row_number() OVER () AS row_id, * FROM {source})

-- name: flat
SELECT row_id, row_id AS line, NULL::VARCHAR AS locator, {fields}, false AS is_manifest
FROM (SELECT row_number() OVER () AS row_id, * FROM {source})

-- name: without
SELECT * FROM ({query}) WHERE row_id NOT IN (FROM {suspicious})

-- name: suspicious
SELECT unnest(row_ids) AS row_id
FROM (
    SELECT list(row_id) AS row_ids, any_value(kinds) AS kinds, any_value(keys) AS keys,
        any_value(grading_kinds) AS grading_kinds, any_value(grading_keys) AS grading_keys
    FROM (
        SELECT row_id, kinds, keys,
            CASE WHEN kinds[4] = 'ARRAY' THEN json_type(json, '$.gradings[*]') END AS grading_kinds,
            CASE WHEN kinds[4] = 'ARRAY' THEN json_keys(json, '$.gradings[*]') END AS grading_keys
        FROM (
            SELECT row_id, json, json_type(json, {judged}) AS kinds, json_keys(json, {parents}) AS keys
            FROM (SELECT row_number() OVER () AS row_id, json FROM {source})))
    GROUP BY hash(kinds, keys, grading_kinds, grading_keys))
WHERE kinds IS NULL OR {checks}

-- name: wrong_shape
coalesce(kinds[1], 'NULL') <> 'OBJECT'
OR coalesce(len(list_filter(kinds[5:], lambda kind: kind NOT IN ('OBJECT', 'NULL'))) > 0, false)
OR coalesce(len(list_filter(keys, lambda each: len(each) <> len(list_distinct(each)))) > 0, false)

-- name: wrong_native_shape
{wrong_shape}
OR coalesce(kinds[2], 'NULL') NOT IN ('OBJECT', 'NULL')
OR coalesce(kinds[3], 'NULL') NOT IN ('OBJECT', 'NULL')
OR coalesce(kinds[4], 'NULL') NOT IN ('ARRAY', 'NULL')
OR coalesce(len(list_filter(grading_kinds, lambda kind: kind <> 'OBJECT')) > 0, false)
OR coalesce(len(list_filter(grading_keys,
    lambda each: len(each) <> len(list_distinct(each)))) > 0, false)

-- name: converted
SELECT * REPLACE (
    coalesce(started_at, "time") AS started_at,
    coalesce(latency_s, (try_cast(latency_ms AS DOUBLE) / 1000)::VARCHAR, latency_ms) AS latency_s,
    coalesce(ttft_s, (try_cast(ttft_ms AS DOUBLE) / 1000)::VARCHAR, ttft_ms) AS ttft_s,
    coalesce(usage_input_uncached,
        CASE WHEN try_cast(usage_input_total AS DOUBLE) IS NULL THEN usage_input_total
             ELSE (try_cast(usage_input_total AS DOUBLE) - try_cast(usage_cache_read AS DOUBLE)
                   - try_cast(usage_cache_write AS DOUBLE))::VARCHAR END) AS usage_input_uncached)
FROM (SELECT * REPLACE ({read} AS usage_cache_read, {write} AS usage_cache_write) FROM ({raw}))

-- name: none_used
CASE WHEN coalesce(usage_input_total, usage_input_uncached, usage_cache_read, usage_cache_write,
                   usage_output) IS NOT NULL THEN '0' END

-- name: csv
read_csv({file}, auto_detect=false, header=true, delim={delimiter}, quote='"', escape='"',
         columns={columns}, max_line_size=16777216)

-- name: json
read_json({file}, format='newline_delimited', columns={columns}, ignore_errors={forgive})

-- name: as_json
CASE WHEN typeof({column}) = 'VARCHAR' THEN ({column})::VARCHAR ELSE to_json({column})::VARCHAR END

-- name: listed
CASE WHEN coalesce(trim({value}), '') = '' THEN NULL
     WHEN CASE WHEN json_valid({value}) THEN json_type({value}) = 'NULL'
               OR json_type({value}) = 'ARRAY' AND len(list_filter(
                   json_type({value}, '$[*]'), lambda kind: kind <> 'OBJECT')) = 0
               AND len(list_filter(json_keys({value}, '$[*]'),
                   lambda each: len(each) <> len(list_distinct(each)))) = 0 END
     THEN {value}
     ELSE error('gradings is not a list of objects: ' || left({value}, 60)) END

-- name: nested
CASE WHEN json_valid({column}) THEN json_extract_string({column}, {path}) END

-- name: nested_once
CASE WHEN json_valid({column}) THEN
    CASE WHEN {whole} AND left({column}, 1) <> '{' AND {column} <> 'null'
         THEN error('not an object')
         WHEN len(list_filter(json_keys({column}, {parents}),
                  lambda each: len(each) <> len(list_distinct(each)))) > 0
         THEN error('a key occurs twice') ELSE json_extract_string({column}, {path}) END
     WHEN {whole} AND {column} IS NOT NULL THEN error('not an object') END
