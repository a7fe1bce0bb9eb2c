/** What is needed to find files that belong to nothing: inputs no job uses, and results an end in the middle left. */
export const migration0004 = `
CREATE INDEX assets_taken ON assets(seq) WHERE role = 'input';

-- Results about to get their final names: a job that still waits after an end right there has its file already.
CREATE TABLE arrivals (
  path TEXT PRIMARY KEY,
  job_id TEXT NOT NULL REFERENCES jobs(id) ON DELETE CASCADE,
  file TEXT NOT NULL
) STRICT;
CREATE INDEX arrivals_by_job ON arrivals(job_id);

-- Files of the library that are older than this may belong to a database before this one.
CREATE TABLE library_marks (
  name TEXT PRIMARY KEY,
  value INTEGER NOT NULL
) STRICT;
INSERT INTO library_marks VALUES ('files_known_since', unixepoch() * 1000);
`
