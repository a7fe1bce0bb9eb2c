/** Which job stands in the place of which: asked of every row of the queue that came to nothing. */
export const migration0008 = `
CREATE INDEX jobs_replacing ON jobs(replaces) WHERE replaces IS NOT NULL;
CREATE INDEX jobs_replacing_in ON jobs(batch_id) WHERE replaces IS NOT NULL;
`
