-- How a file is read as rows of text, counted from 1.

-- name: native
SELECT row_id, row_id AS line, NULL::VARCHAR AS locator, {fields},
    (lcexplore IS NOT NULL AND manifest IS NOT NULL AND question IS NULL) AS is_manifest
FROM (SELECT row_number() OVER () AS row_id, * FROM {source})

-- name: flat
SELECT row_id, row_id AS line, NULL::VARCHAR AS locator, {fields}, false AS is_manifest
FROM (SELECT row_number() OVER () AS row_id, * FROM {source})

-- name: without
SELECT * FROM ({query}) ANTI JOIN {suspicious} USING (row_id)

-- name: suspicious
SELECT row_id FROM (SELECT row_number() OVER () AS row_id, json FROM {source}) WHERE {checks}

-- name: csv
read_csv({file}, auto_detect=false, header=true, delim={delimiter}, quote='"', escape='"',
         columns={columns}, max_line_size=16777216)

-- name: json
read_json({file}, format='newline_delimited', columns={columns}, ignore_errors={forgive})

-- name: nested
CASE WHEN json_valid({column}) THEN json_extract_string({column}, {path}) END
