/** Which batches the user was notified about, and an index of open jobs to estimate the remaining time. */
export const migration0003 = `
-- Batches whose outcome the user was notified about. Batches that ended before this migration count as notified.
CREATE TABLE batch_news (
  batch_id TEXT PRIMARY KEY REFERENCES batches(id),
  told_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO batch_news SELECT id, created_at FROM batches b WHERE NOT EXISTS (
  SELECT 1 FROM jobs WHERE batch_id = b.id AND state IN ('queued', 'sending', 'running', 'saving')
);

CREATE INDEX jobs_to_come ON jobs(connection_id, operation, model_slug, lane, batch_id, collection_id, state, held, rank,
  sent_at)
  WHERE state IN ('queued', 'sending', 'running', 'saving');
`
