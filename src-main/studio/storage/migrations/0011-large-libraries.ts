/** Indexes for queries whose cost must not grow with the history. Drops unused tables. */
export const migration0011 = `
-- Rate limits are measured again in each run.
DROP TABLE learnt_limits;

-- Notifications about a batch are recorded in its row, so that the batches without a final notification are few rows of an index.
ALTER TABLE batches ADD COLUMN end_told INTEGER NOT NULL DEFAULT 0 CHECK (end_told IN (0, 1));
ALTER TABLE batches ADD COLUMN stop_told TEXT;
UPDATE batches SET end_told = n.ended, stop_told = n.stopped FROM batch_news n WHERE n.batch_id = batches.id;
DROP TABLE batch_news;
CREATE INDEX batches_untold ON batches(seq) WHERE end_told = 0;
CREATE INDEX batches_by_state ON batches(state);

-- The amounts held on a connection are also in spend_sums.
DROP INDEX spend_cells_held;
-- Empty cells are deleted at startup and found by their own index.
DELETE FROM spend_cells WHERE jobs = 0;
CREATE INDEX spend_cells_empty ON spend_cells(quarter) WHERE jobs = 0;

-- The trash is emptied in batches, oldest first.
CREATE INDEX assets_by_trashing ON assets(trashed_at, seq) WHERE role = 'result' AND trashed_at IS NOT NULL;
`
