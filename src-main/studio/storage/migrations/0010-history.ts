/** Indexes for queries whose cost must not grow with the history, and a repair of paid jobs that were quarantined. */
export const migration0010 = `
-- The next unsent job of each collection, because other collections may have reached their budget.
CREATE INDEX jobs_ready_in ON jobs(connection_id, operation, coalesce(collection_id, ''), lane, rank, seq)
  WHERE state = 'queued' AND held = 0;

-- Results of one kind, newest first.
CREATE INDEX assets_of_kind ON assets(kind, seq) WHERE role = 'result' AND trashed_at IS NULL;

-- A job with a request id was accepted, so it is polled again unless its result is saved.
UPDATE jobs SET state = CASE WHEN EXISTS (SELECT 1 FROM assets WHERE job_id = jobs.id AND role = 'result')
    THEN 'saved' ELSE 'running' END
  WHERE state = 'set_aside' AND request_id IS NOT NULL;
`
