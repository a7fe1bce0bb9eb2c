/** The parameters that were found in imported files. */
export const migration0020 = `
-- An imported file is a result without a job. content: JSON of what another program, or another library, wrote into it.
CREATE TABLE imported_parameters (
  asset_id TEXT PRIMARY KEY REFERENCES assets(id) ON DELETE CASCADE,
  content TEXT NOT NULL
) STRICT;
`
