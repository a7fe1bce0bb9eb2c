/** Finished results that could not be fetched or written yet: few, and asked for whenever anything changes. */
export const migration0006 = `
CREATE INDEX jobs_not_fetched ON jobs(batch_id) WHERE state = 'saving' AND problem IS NOT NULL;
`
