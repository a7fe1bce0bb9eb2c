/** An index of finished results that could not be downloaded or written yet: there are few, and they are read after every change. */
export const migration0006 = `
CREATE INDEX jobs_not_fetched ON jobs(batch_id) WHERE state = 'saving' AND problem IS NOT NULL;
`
