/** Results whose file another program deleted or changed, as last seen. */
export const migration0028 = `
CREATE TABLE file_problems (
  asset_seq INTEGER PRIMARY KEY REFERENCES assets(seq) ON DELETE CASCADE,
  state TEXT NOT NULL CHECK (state IN ('missing', 'changed'))
) STRICT;
CREATE TRIGGER changes_file_problem_added AFTER INSERT ON file_problems BEGIN
  INSERT INTO asset_changes (asset_seq) VALUES (NEW.asset_seq);
END;
CREATE TRIGGER changes_file_problem_changed AFTER UPDATE ON file_problems BEGIN
  INSERT INTO asset_changes (asset_seq) VALUES (NEW.asset_seq);
END;
CREATE TRIGGER changes_file_problem_removed AFTER DELETE ON file_problems BEGIN
  INSERT INTO asset_changes (asset_seq) VALUES (OLD.asset_seq);
END;
`
