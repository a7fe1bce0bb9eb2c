/** Times are milliseconds since the epoch, money is nano-dollars, JSON columns are parsed as untrusted when read. */
export const migration0001 = `
CREATE TABLE connections (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  address TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('remote', 'sandbox')),
  created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE models (
  connection_id TEXT NOT NULL,
  slug TEXT NOT NULL,
  position INTEGER NOT NULL,
  record TEXT NOT NULL,
  seen_at INTEGER NOT NULL,
  vanished_at INTEGER,
  PRIMARY KEY (connection_id, slug)
) STRICT;

CREATE TABLE model_refreshes (
  connection_id TEXT PRIMARY KEY,
  refreshed_at INTEGER NOT NULL
) STRICT;

CREATE TABLE quotes (
  key TEXT PRIMARY KEY,
  price INTEGER NOT NULL,
  quoted_at INTEGER NOT NULL
) STRICT;

-- Jobs are sent in the order (lane, rank); jobs outside a batch have lane 0. Jobs with held = 1 wait for their batch.
CREATE TABLE batches (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  press TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('running', 'paused', 'waiting')),
  problem TEXT,
  connection_id TEXT NOT NULL,
  operation TEXT NOT NULL,
  axes TEXT NOT NULL,
  cap INTEGER,
  created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE jobs (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  press TEXT NOT NULL UNIQUE,
  batch_id TEXT REFERENCES batches(id),
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
  finished_at INTEGER,
  lane INTEGER NOT NULL DEFAULT 0,
  rank REAL NOT NULL DEFAULT 0,
  held INTEGER NOT NULL DEFAULT 0,
  row_label TEXT,
  request_hash TEXT
) STRICT;
CREATE INDEX jobs_by_state ON jobs(state, seq);
CREATE INDEX jobs_by_request ON jobs(request_id) WHERE request_id IS NOT NULL;
CREATE INDEX jobs_ready ON jobs(connection_id, operation, lane, rank, seq) WHERE state = 'queued' AND held = 0;
CREATE INDEX jobs_unsent ON jobs(lane, rank, seq) WHERE state = 'queued';
CREATE INDEX jobs_waiting ON jobs(waits_until) WHERE state = 'queued' AND waits_until IS NOT NULL;
CREATE INDEX jobs_by_batch ON jobs(batch_id, state, price) WHERE batch_id IS NOT NULL;
CREATE INDEX jobs_by_hash ON jobs(request_hash) WHERE request_hash IS NOT NULL;
CREATE INDEX jobs_finished ON jobs(finished_at, state, price) WHERE finished_at IS NOT NULL;
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
  trashed_at INTEGER,
  name TEXT,
  source_id TEXT
) STRICT;
CREATE INDEX assets_shown ON assets(seq) WHERE role = 'result' AND trashed_at IS NULL;
CREATE INDEX assets_trashed ON assets(seq) WHERE role = 'result' AND trashed_at IS NOT NULL;
CREATE INDEX assets_by_job ON assets(job_id);
CREATE INDEX assets_by_hash ON assets(sha256);
CREATE INDEX assets_by_source ON assets(source_id) WHERE source_id IS NOT NULL;

-- The input files of each job. A row remains when its asset is deleted permanently.
CREATE TABLE job_inputs (
  job_id TEXT NOT NULL REFERENCES jobs(id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  field TEXT NOT NULL,
  asset_id TEXT NOT NULL,
  PRIMARY KEY (job_id, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX job_inputs_by_asset ON job_inputs(asset_id);

-- The current text of text results, for searches and captions; the original is the file. edited: JSON, NULL if not edited.
CREATE TABLE asset_texts (
  asset_id TEXT PRIMARY KEY REFERENCES assets(id) ON DELETE CASCADE,
  words TEXT NOT NULL,
  edited TEXT
) STRICT;

-- The mean of an embedding's vectors as 32-bit floats, little-endian.
CREATE TABLE asset_vectors (
  asset_id TEXT PRIMARY KEY REFERENCES assets(id) ON DELETE CASCADE,
  dimension INTEGER NOT NULL,
  vectors INTEGER NOT NULL,
  mean BLOB NOT NULL
) STRICT;

-- One entry per result, with its seq as rowid; contentless. Written in the transaction of the result, rebuilt if missing.
CREATE VIRTUAL TABLE asset_words USING fts5(
  title, form, name, body, content='', contentless_delete=1, prefix='1 2 3', tokenize="unicode61 categories 'L* N* Co So'"
);
CREATE TRIGGER assets_forgotten AFTER DELETE ON assets BEGIN
  DELETE FROM asset_words WHERE rowid = OLD.seq;
END;

-- Updated by triggers, so that a page of the gallery needs no count.
CREATE TABLE asset_totals (
  trashed INTEGER PRIMARY KEY CHECK (trashed IN (0, 1)),
  assets INTEGER NOT NULL,
  bytes INTEGER NOT NULL
) STRICT;
INSERT INTO asset_totals VALUES (0, 0, 0), (1, 0, 0);
CREATE TRIGGER assets_counted_in AFTER INSERT ON assets WHEN NEW.role = 'result' BEGIN
  UPDATE asset_totals SET assets = assets + 1, bytes = bytes + NEW.bytes WHERE trashed = (NEW.trashed_at IS NOT NULL);
END;
CREATE TRIGGER assets_counted_out AFTER DELETE ON assets WHEN OLD.role = 'result' BEGIN
  UPDATE asset_totals SET assets = assets - 1, bytes = bytes - OLD.bytes WHERE trashed = (OLD.trashed_at IS NOT NULL);
END;
CREATE TRIGGER assets_counted_over AFTER UPDATE OF role, bytes, trashed_at ON assets BEGIN
  UPDATE asset_totals SET assets = assets - 1, bytes = bytes - OLD.bytes
    WHERE OLD.role = 'result' AND trashed = (OLD.trashed_at IS NOT NULL);
  UPDATE asset_totals SET assets = assets + 1, bytes = bytes + NEW.bytes
    WHERE NEW.role = 'result' AND trashed = (NEW.trashed_at IS NOT NULL);
END;

-- Files whose rows are deleted and that have yet to be deleted from the disk.
CREATE TABLE doomed_files (
  path TEXT PRIMARY KEY
) STRICT;

CREATE TABLE ledger (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  job_id TEXT NOT NULL REFERENCES jobs(id),
  entry TEXT NOT NULL CHECK (entry IN ('quoted', 'accepted', 'uncertain', 'refunded', 'released')),
  amount INTEGER NOT NULL,
  at INTEGER NOT NULL
) STRICT;
CREATE INDEX ledger_by_job ON ledger(job_id);
CREATE INDEX ledger_by_time ON ledger(at);

-- Updated with the ledger, so that a budget check needs no sum over the history. Scopes: 'all', 'connection:<id>', 'batch:<id>'.
-- 'held' sums have no date; 'used' sums are per quarter of an hour, and of all time with quarter -1.
CREATE TABLE spend_sums (
  scope TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('held', 'used')),
  quarter INTEGER NOT NULL,
  amount INTEGER NOT NULL,
  PRIMARY KEY (scope, kind, quarter)
) STRICT, WITHOUT ROWID;

CREATE TABLE budgets (
  scope TEXT PRIMARY KEY,
  cap INTEGER NOT NULL CHECK (cap > 0)
) STRICT;

CREATE TABLE learnt_limits (
  lane TEXT PRIMARY KEY,
  rate REAL,
  burst INTEGER,
  day_limit INTEGER,
  day_used INTEGER,
  day TEXT,
  updated_at INTEGER NOT NULL
) STRICT;

-- The state of the queue: whether it is paused, and up to when the user has seen what happened.
CREATE TABLE queue_marks (
  name TEXT PRIMARY KEY,
  value INTEGER NOT NULL
) STRICT;

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
