-- How verdicts that compare two answers enter the store, and what they come to.

-- name: stage
CREATE OR REPLACE TEMP TABLE temp.judged AS
SELECT *, '' AS fate FROM temp.incoming_judgements

-- name: same_pair
old.judge = new.judge AND old.item = new.item
AND (old.as_listed IS NULL) = (new.as_listed IS NULL)
AND (old.swapped IS NULL) = (new.swapped IS NULL)

-- name: fate
CASE WHEN old.as_listed IS NOT DISTINCT FROM new.as_listed
      AND old.swapped IS NOT DISTINCT FROM new.swapped THEN 'duplicate' ELSE 'refused' END

-- name: find_known
UPDATE temp.judged AS new SET fate = {fate}
FROM judgements AS old WHERE old.comparison = $comparison AND {same_pair}

-- name: find_repeated
UPDATE temp.judged AS new SET fate = {fate}
FROM temp.judged AS old WHERE new.fate = '' AND old.line < new.line AND {same_pair}

-- name: insert
INSERT INTO judgements
SELECT $import_id, $comparison, judge, item, label, as_listed, swapped, line
FROM temp.judged WHERE fate = ''

-- name: fates
SELECT fate, count(*) FROM temp.judged GROUP BY fate

-- name: refused
SELECT line, item FROM temp.judged WHERE fate = 'refused' ORDER BY line

-- name: insert_reject
INSERT INTO rejects VALUES ($import_id, $line, NULL, $field, $value, $reason, false)

-- name: pairwise
SELECT judge, count(*), count(*) FILTER (twice), count(*) FILTER (twice AND listed = turned),
    count(*) FILTER (twice AND listed = 'first' AND turned = 'second'),
    count(*) FILTER (twice AND listed = 'second' AND turned = 'first'),
    count(*) FILTER (twice AND listed <> turned AND 'tie' IN (listed, turned)),
    count(*) FILTER (twice AND label IS NOT NULL),
    count(*) FILTER (twice AND listed = turned AND listed = label)
FROM (
    SELECT judge, item, max(label) AS label, max(as_listed) AS listed, max(swapped) AS turned,
        count(as_listed) > 0 AND count(swapped) > 0 AS twice
    FROM judgements WHERE comparison = $comparison GROUP BY judge, item)
GROUP BY judge ORDER BY judge
