/** Times are milliseconds since the epoch, money is nano-dollars, JSON columns are parsed as untrusted when read. */
export const migration0001 = `
CREATE TABLE connections (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  address TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('remote', 'sandbox', 'environment')),
  created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE models (
  connection_id TEXT NOT NULL REFERENCES connections(id) ON DELETE CASCADE,
  slug TEXT NOT NULL,
  position INTEGER NOT NULL,
  record TEXT NOT NULL,
  seen_at INTEGER NOT NULL,
  vanished_at INTEGER,
  PRIMARY KEY (connection_id, slug)
) STRICT;

CREATE TABLE model_refreshes (
  connection_id TEXT PRIMARY KEY REFERENCES connections(id) ON DELETE CASCADE,
  refreshed_at INTEGER NOT NULL
) STRICT;

CREATE TABLE quotes (
  key TEXT PRIMARY KEY,
  price INTEGER NOT NULL,
  quoted_at INTEGER NOT NULL
) STRICT;

CREATE TABLE jobs (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  press TEXT NOT NULL UNIQUE,
  batch_id TEXT,
  replaces TEXT,
  connection_id TEXT NOT NULL,
  connection_name TEXT NOT NULL,
  operation TEXT NOT NULL,
  model_slug TEXT NOT NULL,
  model_name TEXT NOT NULL,
  title TEXT NOT NULL,
  form_values TEXT NOT NULL,
  request TEXT NOT NULL,
  state TEXT NOT NULL,
  price INTEGER,
  quoted_at INTEGER,
  seed INTEGER,
  width INTEGER,
  height INTEGER,
  request_id TEXT,
  progress REAL,
  result TEXT,
  problem TEXT,
  attempts INTEGER NOT NULL DEFAULT 0,
  waits_until INTEGER,
  created_at INTEGER NOT NULL,
  sent_at INTEGER,
  accepted_at INTEGER,
  done_at INTEGER,
  finished_at INTEGER
) STRICT;
CREATE INDEX jobs_by_state ON jobs(state, seq);
CREATE INDEX jobs_by_request ON jobs(request_id) WHERE request_id IS NOT NULL;
CREATE INDEX jobs_by_model ON jobs(connection_id, model_slug, operation, finished_at);

CREATE TABLE assets (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  job_id TEXT REFERENCES jobs(id),
  role TEXT NOT NULL CHECK (role IN ('result', 'alternative', 'input')),
  kind TEXT NOT NULL,
  mime TEXT NOT NULL,
  format TEXT NOT NULL,
  path TEXT NOT NULL UNIQUE,
  bytes INTEGER NOT NULL,
  sha256 TEXT NOT NULL,
  width INTEGER,
  height INTEGER,
  duration_ms INTEGER,
  has_thumb INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  trashed_at INTEGER
) STRICT;
CREATE INDEX assets_shown ON assets(seq) WHERE role = 'result' AND trashed_at IS NULL;
CREATE INDEX assets_trashed ON assets(seq) WHERE role = 'result' AND trashed_at IS NOT NULL;
CREATE INDEX assets_by_job ON assets(job_id);
CREATE INDEX assets_by_hash ON assets(sha256);

CREATE TABLE ledger (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  job_id TEXT NOT NULL REFERENCES jobs(id),
  entry TEXT NOT NULL CHECK (entry IN ('quoted', 'accepted', 'uncertain', 'refunded', 'released')),
  amount INTEGER NOT NULL,
  at INTEGER NOT NULL
) STRICT;
CREATE INDEX ledger_by_job ON ledger(job_id);
CREATE INDEX ledger_by_time ON ledger(at);

CREATE TABLE settings (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT;

CREATE TABLE quarantine (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  source TEXT NOT NULL,
  content TEXT NOT NULL,
  reason TEXT NOT NULL,
  at INTEGER NOT NULL
) STRICT;
`
