/** Renames the sums of unsent jobs, and two members of stored problems, to the terms of the code. */
export const migration0025 = `
DROP TRIGGER collections_forgotten;
CREATE TABLE new_spend_sums (
  scope TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('unsent', 'used')),
  -- Number of the quarter of an hour; -1 for all time.
  quarter INTEGER NOT NULL,
  amount INTEGER NOT NULL,
  PRIMARY KEY (scope, kind, quarter)
) STRICT, WITHOUT ROWID;
INSERT INTO new_spend_sums (scope, kind, quarter, amount)
  SELECT scope, iif(kind = 'held', 'unsent', kind), quarter, amount FROM spend_sums;
DROP TABLE spend_sums;
ALTER TABLE new_spend_sums RENAME TO spend_sums;
CREATE INDEX spend_unsent ON spend_sums(scope) WHERE kind = 'unsent' AND amount > 0;
CREATE TRIGGER collections_forgotten AFTER DELETE ON collections BEGIN
  DELETE FROM budgets WHERE scope = 'collection:' || OLD.id;
  DELETE FROM spend_sums WHERE scope = 'collection:' || OLD.id;
END;

UPDATE batches
  SET problem = replace(replace(problem, '"serviceWords":', '"serviceMessage":'), '"held":', '"reserved":')
  WHERE problem IS NOT NULL;
-- Saved jobs have no problem; listing the other states avoids reading them.
UPDATE jobs
  SET problem = replace(replace(problem, '"serviceWords":', '"serviceMessage":'), '"held":', '"reserved":')
  WHERE state IN ('queued', 'sending', 'running', 'saving', 'uncertain', 'vanished', 'unsaved', 'failed', 'rejected', 'cancelled',
    'closed', 'set_aside') AND problem IS NOT NULL;
`
