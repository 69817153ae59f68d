-- How an import is taken back.

-- name: hand_over
UPDATE {table} SET import_id = h.heir
FROM (
    SELECT answer_id, min(import_id) AS heir FROM gradings
    WHERE import_id <> $gone
      AND answer_id IN (SELECT answer_id FROM answers WHERE import_id = $gone)
    GROUP BY answer_id) AS h
WHERE {table}.answer_id = h.answer_id AND {table}.import_id = $gone

-- name: take_back
DELETE FROM {table} WHERE import_id = $gone

-- name: remember_touched
CREATE OR REPLACE TEMP TABLE temp.touched AS
SELECT DISTINCT answer_id FROM gradings WHERE import_id = $gone
