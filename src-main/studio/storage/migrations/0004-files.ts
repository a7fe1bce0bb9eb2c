/** Tables and an index for finding unused files: inputs that no job uses, and results that a crash left. */
export const migration0004 = `
CREATE INDEX assets_taken ON assets(seq) WHERE role = 'input';

-- Results that are about to get their final names: after a crash at that moment, the job takes the file.
CREATE TABLE arrivals (
  path TEXT PRIMARY KEY,
  job_id TEXT NOT NULL REFERENCES jobs(id) ON DELETE CASCADE,
  file TEXT NOT NULL
) STRICT;
CREATE INDEX arrivals_by_job ON arrivals(job_id);

-- Files of the library older than this may belong to an earlier database.
CREATE TABLE library_marks (
  name TEXT PRIMARY KEY,
  value INTEGER NOT NULL
) STRICT;
INSERT INTO library_marks VALUES ('files_known_since', unixepoch() * 1000);
`
