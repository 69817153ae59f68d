-- How questions are drawn for people to label, and how their labels enter the store.

-- name: frame
SELECT question, min(stratum), list(epoch ORDER BY epoch), avg(difference)
FROM (
    SELECT s.question, s.epoch, coalesce(min(s.stratum), '') AS stratum,
        max(s.correct::INTEGER) FILTER (s.is_candidate)
            - max(s.correct::INTEGER) FILTER (NOT s.is_candidate) AS difference
    FROM shown s JOIN texts t USING (answer_id)
    WHERE s.variant = '' AND s.error_kind IS NULL
        AND (s.reason IS NULL OR (s.reason = 'ungraded' AND $grader IS NULL))
        AND s.question NOT IN (
            SELECT l.question FROM labels l JOIN label_uses u USING (import_id)
            WHERE l.comparison = $comparison AND u.rubric = $rubric)
    GROUP BY s.question, s.epoch
    HAVING count(DISTINCT s.is_candidate) = 2)
GROUP BY question ORDER BY question

-- name: models
SELECT DISTINCT model FROM answers
WHERE comparison = $comparison AND arm IN ($baseline, $candidate) AND model IS NOT NULL
ORDER BY model

-- name: manifests
SELECT arm, file, fields FROM manifests
WHERE comparison = $comparison AND arm IN ($baseline, $candidate) ORDER BY import_id, arm

-- name: insert_draw
INSERT INTO draws VALUES ($draw, $comparison, $baseline, $candidate, $grader, $rubric,
    $rubric_sha256, $rubric_text, $seed, $strata, $markers, $labellers, $drawn_at, NULL)

-- name: draws
SELECT d.* EXCLUDE (import_id), i.import_id,
    (SELECT count(*) FROM draw_items t WHERE t.draw = d.draw),
    (SELECT list(u.rubric ORDER BY u.rubric) FROM label_uses u WHERE u.import_id = i.import_id),
    i.imported_at, i.rows_kept
FROM draws d LEFT JOIN imports i ON i.import_id = d.import_id AND i.sha256 = d.draw
ORDER BY d.drawn_at, d.draw

-- name: items
SELECT i.item, i.arm, i.question, i.epoch, i.stratum, i.weight,
    (SELECT any_value(t.answer) FROM answers a JOIN texts t USING (answer_id)
     WHERE a.comparison = d.comparison AND a.arm = i.arm AND a.question = i.question
         AND a.epoch = i.epoch AND a.variant = ''),
    q.question_text, q.reference
FROM draw_items i JOIN draws d USING (draw)
LEFT JOIN (
    SELECT comparison, question, any_value(question_text) AS question_text,
        any_value(reference) AS reference
    FROM questions GROUP BY ALL) q ON q.comparison = d.comparison AND q.question = i.question
WHERE i.draw = $draw ORDER BY i.item

-- name: own_import
SELECT import_id FROM imports WHERE sha256 = $draw AND kind = 'labels'

-- name: clear_labels
DELETE FROM labels WHERE import_id = $import_id

-- name: clear_import
DELETE FROM imports WHERE import_id = $import_id

-- name: insert_labels
INSERT INTO labels
SELECT $import_id, $comparison, i.arm, i.question, i.epoch, n.labeller,
    CASE WHEN n.verdict = 'cannot tell' THEN 'not_measured' ELSE n.verdict END, n.verdict,
    $grader, $rubric, n.said_at, nullif(n.note, ''), row_number() OVER (ORDER BY n.place)
FROM temp.new_labels n JOIN draw_items i ON i.draw = $draw AND i.item = n.item

-- name: insert_import
INSERT INTO imports VALUES ($import_id, 'labels', $comparison, $file, 'labelled here', $draw, '',
    '{}', NULL, $imported_at, $rows, $rows, 0, 0, $arms, '[]', true)

-- name: arms
SELECT i.arm, count(*) FROM temp.new_labels n JOIN draw_items i ON i.draw = $draw AND i.item = n.item
GROUP BY i.arm ORDER BY i.arm

-- name: set_import
UPDATE draws SET import_id = $import_id WHERE draw = $draw

-- name: insert_use
INSERT INTO label_uses
SELECT $import_id, $rubric, $noted_at WHERE NOT EXISTS (
    SELECT 1 FROM label_uses WHERE import_id = $import_id AND rubric = $rubric)
