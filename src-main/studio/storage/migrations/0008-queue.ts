/**
 * Indexes for the queue screen: jobs that replace other jobs, jobs outside batches, newest first, and the unsent jobs of a batch in
 * the order of sending.
 */
export const migration0008 = `
CREATE INDEX jobs_replacing ON jobs(replaces) WHERE replaces IS NOT NULL;
CREATE INDEX jobs_replacing_in ON jobs(batch_id) WHERE replaces IS NOT NULL;
CREATE INDEX jobs_alone ON jobs(seq) WHERE batch_id IS NULL;
CREATE INDEX jobs_alone_by_state ON jobs(state, seq) WHERE batch_id IS NULL;
CREATE INDEX jobs_unsent_of ON jobs(batch_id, lane, rank) WHERE state = 'queued' AND batch_id IS NOT NULL;
`
