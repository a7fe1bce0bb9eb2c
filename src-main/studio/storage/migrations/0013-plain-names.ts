/** Renames tables and columns to the terms of the code. */
export const migration0013 = `
ALTER TABLE jobs RENAME COLUMN press TO idempotency_key;
ALTER TABLE jobs RENAME COLUMN lane TO priority;
ALTER TABLE batches RENAME COLUMN press TO idempotency_key;
ALTER TABLE batches RENAME COLUMN end_told TO end_reported;
ALTER TABLE batches RENAME COLUMN stop_told TO stop_reported;
ALTER TABLE balance_watch RENAME COLUMN low TO warn_below;
ALTER TABLE balance_watch RENAME COLUMN key_mark TO key_fingerprint;
ALTER TABLE arrivals RENAME TO download_journal;
ALTER TABLE doomed_files RENAME TO pending_deletions;
`
