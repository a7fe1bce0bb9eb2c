/** For queries that must not grow with the history; drops what nothing reads any more. */
export const migration0011 = `
-- Limits are learnt anew in each run.
DROP TABLE learnt_limits;

-- What the user was told of a batch stands in its row, so that those not told of yet are few rows of an index.
ALTER TABLE batches ADD COLUMN end_told INTEGER NOT NULL DEFAULT 0 CHECK (end_told IN (0, 1));
ALTER TABLE batches ADD COLUMN stop_told TEXT;
UPDATE batches SET end_told = n.ended, stop_told = n.stopped FROM batch_news n WHERE n.batch_id = batches.id;
DROP TABLE batch_news;
CREATE INDEX batches_untold ON batches(seq) WHERE end_told = 0;
CREATE INDEX batches_by_state ON batches(state);

-- What is held on a connection is in spend_sums too.
DROP INDEX spend_cells_held;
-- Cells that hold nothing any more are removed at a start, found by an index of their own.
DELETE FROM spend_cells WHERE jobs = 0;
CREATE INDEX spend_cells_empty ON spend_cells(quarter) WHERE jobs = 0;

-- The trash is emptied a few results at a time, the longest there first.
CREATE INDEX assets_by_trashing ON assets(trashed_at, seq) WHERE role = 'result' AND trashed_at IS NOT NULL;
`
