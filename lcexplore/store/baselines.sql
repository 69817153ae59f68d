-- What imports say of the arm that runs today.

-- name: named
SELECT baseline FROM imports WHERE comparison = $comparison AND baseline IS NOT NULL
ORDER BY import_id DESC LIMIT 1

-- name: rename
UPDATE imports SET baseline = $baseline
WHERE comparison = $comparison AND (baseline IS NOT NULL OR list_contains($known, import_id))

-- name: arms
SELECT DISTINCT arm FROM answers WHERE comparison = $comparison
UNION SELECT arm FROM request_totals WHERE comparison = $comparison
ORDER BY arm
