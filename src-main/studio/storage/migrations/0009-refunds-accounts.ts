const CELL_COLUMNS = ['connection_id', 'operation', 'model', 'batch_id', 'collection_id'] as const
const JOB_CELL =
  "j.connection_id, j.operation, j.model_slug, coalesce(j.batch_id, ''), coalesce(j.collection_id, '')"

const addToCell = (
  from: string,
) => `INSERT INTO spend_cells (quarter, entry, ${CELL_COLUMNS.join(', ')}, jobs, amount)
    SELECT l.at / 900000, l.entry, ${JOB_CELL}, 1, l.amount ${from}
    ON CONFLICT DO UPDATE SET jobs = jobs + 1, amount = amount + excluded.amount;`
const subtractFromCell = (
  row: string,
  last: string,
) => `UPDATE spend_cells SET jobs = spend_cells.jobs - 1, amount = spend_cells.amount - l.amount
    FROM (${last}) AS l, jobs AS j
    WHERE j.id = ${row} AND (${['quarter', 'entry', ...CELL_COLUMNS].map((name) => `spend_cells.${name}`).join(', ')}) =
      (l.at / 900000, l.entry, ${JOB_CELL});`

/** SQL: what the service said about the refund of a failed job: 1, 0, or NULL for nothing. */
const REFUNDED = "CASE WHEN json_valid(j.result) THEN json_extract(j.result, '$.failure.refunded') END"

/** A ledger entry for failed jobs whose refund is unknown, and the account that each job was quoted for. */
export const migration0009 = `
-- SQLite can't change a CHECK constraint, so the table is copied and its triggers are created again.
DROP TRIGGER spend_out_of_collection;
DROP TRIGGER spend_into_collection;
CREATE TABLE ledger_copy (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  job_id TEXT NOT NULL REFERENCES jobs(id),
  entry TEXT NOT NULL CHECK (entry IN ('quoted', 'accepted', 'uncertain', 'unconfirmed', 'refunded', 'released')),
  amount INTEGER NOT NULL,
  at INTEGER NOT NULL
) STRICT;
INSERT INTO ledger_copy (id, job_id, entry, amount, at) SELECT id, job_id, entry, amount, at FROM ledger ORDER BY id;
DROP TABLE ledger;
ALTER TABLE ledger_copy RENAME TO ledger;
CREATE INDEX ledger_by_job ON ledger(job_id);
CREATE INDEX ledger_by_time ON ledger(at);

CREATE TRIGGER spend_entered_anew AFTER INSERT ON ledger WHEN NEW.entry <> 'quoted' BEGIN
  ${subtractFromCell('NEW.job_id', 'SELECT entry, amount, at FROM ledger WHERE job_id = NEW.job_id AND id < NEW.id ORDER BY id DESC LIMIT 1')}
END;
CREATE TRIGGER spend_entered AFTER INSERT ON ledger WHEN NEW.entry <> 'released' BEGIN
  ${addToCell("FROM (SELECT NEW.at AS at, NEW.entry AS entry, NEW.amount AS amount) AS l, jobs AS j WHERE j.id = NEW.job_id AND NEW.entry <> 'released'")}
END;
CREATE TRIGGER spend_out_of_collection BEFORE UPDATE OF collection_id ON jobs WHEN OLD.collection_id IS NOT NEW.collection_id BEGIN
  ${subtractFromCell('OLD.id', 'SELECT entry, amount, at FROM ledger WHERE job_id = OLD.id ORDER BY id DESC LIMIT 1')}
END;
CREATE TRIGGER spend_into_collection AFTER UPDATE OF collection_id ON jobs WHEN OLD.collection_id IS NOT NEW.collection_id BEGIN
  ${addToCell("FROM (SELECT entry, amount, at FROM ledger WHERE job_id = NEW.id ORDER BY id DESC LIMIT 1) AS l, jobs AS j WHERE j.id = NEW.id AND l.entry <> 'released'")}
END;

-- Earlier versions recorded these jobs as refunded although the service didn't say so. Neither entry counts against a budget.
INSERT INTO ledger (job_id, entry, amount, at)
  SELECT l.job_id, 'unconfirmed', l.amount, l.at FROM jobs j JOIN ledger l ON l.id = (SELECT max(id) FROM ledger WHERE job_id = j.id)
  WHERE j.state = 'failed' AND l.entry = 'refunded' AND ${REFUNDED} IS NOT 1 ORDER BY l.id;
UPDATE jobs AS j SET problem = json_set(j.problem, '$.money', CASE ${REFUNDED} WHEN 0 THEN 'charged' ELSE 'refund_unconfirmed' END)
  WHERE j.state = 'failed' AND json_valid(j.problem) AND ${REFUNDED} IS NOT 1;

-- Shows whether the key of the environment's connection has changed since the last run: a few digits of its hash, never the key.
ALTER TABLE balance_watch ADD COLUMN key_mark TEXT;

-- The account of the connection that a job was quoted for, as numbered in balance_watch. Unknown for unsent jobs.
ALTER TABLE jobs ADD COLUMN account INTEGER NOT NULL DEFAULT 0;
UPDATE jobs SET account = w.account FROM balance_watch w
  WHERE w.connection_id = jobs.connection_id AND w.account > 0 AND jobs.state <> 'queued';
`
