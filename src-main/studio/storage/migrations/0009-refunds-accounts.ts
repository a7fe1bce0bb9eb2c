const CELL = ['connection_id', 'operation', 'model', 'batch_id', 'collection_id'] as const
const OF_JOB =
  "j.connection_id, j.operation, j.model_slug, coalesce(j.batch_id, ''), coalesce(j.collection_id, '')"

const addOne = (from: string) => `INSERT INTO spend_cells (quarter, entry, ${CELL.join(', ')}, jobs, amount)
    SELECT l.at / 900000, l.entry, ${OF_JOB}, 1, l.amount ${from}
    ON CONFLICT DO UPDATE SET jobs = jobs + 1, amount = amount + excluded.amount;`
const takeOne = (
  row: string,
  last: string,
) => `UPDATE spend_cells SET jobs = spend_cells.jobs - 1, amount = spend_cells.amount - l.amount
    FROM (${last}) AS l, jobs AS j
    WHERE j.id = ${row} AND (${['quarter', 'entry', ...CELL].map((name) => `spend_cells.${name}`).join(', ')}) =
      (l.at / 900000, l.entry, ${OF_JOB});`

/** Failed jobs whose service did not say whether it refunded them: `SAID` is what it said, NULL for nothing. */
const SAID = "CASE WHEN json_valid(j.result) THEN json_extract(j.result, '$.failure.refunded') END"

/** A ledger entry for jobs that failed without a word about a refund, and the account that each job's price is of. */
export const migration0009 = `
-- SQLite can't change a CHECK: the table is copied, and the triggers that name it are made anew.
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
  ${takeOne('NEW.job_id', 'SELECT entry, amount, at FROM ledger WHERE job_id = NEW.job_id AND id < NEW.id ORDER BY id DESC LIMIT 1')}
END;
CREATE TRIGGER spend_entered AFTER INSERT ON ledger WHEN NEW.entry <> 'released' BEGIN
  ${addOne("FROM (SELECT NEW.at AS at, NEW.entry AS entry, NEW.amount AS amount) AS l, jobs AS j WHERE j.id = NEW.job_id AND NEW.entry <> 'released'")}
END;
CREATE TRIGGER spend_out_of_collection BEFORE UPDATE OF collection_id ON jobs WHEN OLD.collection_id IS NOT NEW.collection_id BEGIN
  ${takeOne('OLD.id', 'SELECT entry, amount, at FROM ledger WHERE job_id = OLD.id ORDER BY id DESC LIMIT 1')}
END;
CREATE TRIGGER spend_into_collection AFTER UPDATE OF collection_id ON jobs WHEN OLD.collection_id IS NOT NEW.collection_id BEGIN
  ${addOne("FROM (SELECT entry, amount, at FROM ledger WHERE job_id = NEW.id ORDER BY id DESC LIMIT 1) AS l, jobs AS j WHERE j.id = NEW.id AND l.entry <> 'released'")}
END;

-- What earlier versions called refunded without the service having said so. Neither entry counts against a budget.
INSERT INTO ledger (job_id, entry, amount, at)
  SELECT l.job_id, 'unconfirmed', l.amount, l.at FROM jobs j JOIN ledger l ON l.id = (SELECT max(id) FROM ledger WHERE job_id = j.id)
  WHERE j.state = 'failed' AND l.entry = 'refunded' AND ${SAID} IS NOT 1 ORDER BY l.id;
UPDATE jobs AS j SET problem = json_set(j.problem, '$.money', CASE ${SAID} WHEN 0 THEN 'charged' ELSE 'refund_unconfirmed' END)
  WHERE j.state = 'failed' AND json_valid(j.problem) AND ${SAID} IS NOT 1;

-- Tells another key of the connection that the environment gives from the last run's: a few digits of its hash, never the key.
ALTER TABLE balance_watch ADD COLUMN key_mark TEXT;

-- Which account of its connection a job was quoted for, as balance_watch counts them. Of the unsent it is not known.
ALTER TABLE jobs ADD COLUMN account INTEGER NOT NULL DEFAULT 0;
UPDATE jobs SET account = w.account FROM balance_watch w
  WHERE w.connection_id = jobs.connection_id AND w.account > 0 AND jobs.state <> 'queued';
`
