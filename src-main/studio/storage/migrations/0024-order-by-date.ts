/** Results are ordered by date, because imported ones keep theirs; of the same date, the one that was added last is the newest. */
export const migration0024 = `
CREATE INDEX assets_trashed_by_date ON assets(created_at, seq) WHERE role = 'result' AND trashed_at IS NOT NULL;
-- Whether a result was added later than one with a newer date. Then the newest matches of the full-text index are not its last ones.
CREATE TRIGGER dates_out_of_order AFTER INSERT ON assets WHEN NEW.role = 'result' AND (
    EXISTS (SELECT 1 FROM assets WHERE role = 'result' AND trashed_at IS NULL AND created_at > NEW.created_at)
    OR EXISTS (SELECT 1 FROM assets WHERE role = 'result' AND trashed_at IS NOT NULL AND created_at > NEW.created_at)) BEGIN
  INSERT OR IGNORE INTO library_marks (name, value) VALUES ('dates_out_of_order', 1);
END;
INSERT OR IGNORE INTO library_marks (name, value) SELECT 'dates_out_of_order', 1 WHERE EXISTS (
  SELECT 1 FROM (
    SELECT created_at < max(created_at) OVER (ORDER BY seq ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS is_late
      FROM assets WHERE role = 'result')
  WHERE is_late);
`
