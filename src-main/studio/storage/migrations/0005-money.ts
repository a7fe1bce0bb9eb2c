const CELL = ['connection_id', 'operation', 'model', 'batch_id', 'collection_id'] as const
/** The same of a job; cells of no batch and of no collection have the empty text there. */
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

/** Sums of the ledger to report from, balances that were read, and when to warn of them. */
export const migration0005 = `
-- What the last entry of each job says, summed by quarter of an hour (which never spans two days in any time zone) and by what
-- reports group by. Kept by triggers, so that it equals the ledger whoever writes it, and no report adds up all that was.
CREATE TABLE spend_cells (
  quarter INTEGER NOT NULL,
  entry TEXT NOT NULL,
  connection_id TEXT NOT NULL,
  operation TEXT NOT NULL,
  model TEXT NOT NULL,
  batch_id TEXT NOT NULL,
  collection_id TEXT NOT NULL,
  jobs INTEGER NOT NULL,
  amount INTEGER NOT NULL,
  PRIMARY KEY (quarter, entry, connection_id, operation, model, batch_id, collection_id)
) STRICT, WITHOUT ROWID;
-- What is held now: few cells, whatever the history.
CREATE INDEX spend_cells_held ON spend_cells(connection_id, amount) WHERE entry = 'quoted' AND jobs > 0;

-- What was kept of the results of a time.
CREATE INDEX assets_kept ON assets(created_at, job_id) WHERE role = 'result' AND trashed_at IS NULL AND starred_at IS NOT NULL;

INSERT INTO spend_cells
  SELECT l.at / 900000, l.entry, ${OF_JOB}, count(*), sum(l.amount) FROM ledger l JOIN jobs j ON j.id = l.job_id
  WHERE l.entry <> 'released' AND NOT EXISTS (SELECT 1 FROM ledger n WHERE n.job_id = l.job_id AND n.id > l.id)
  GROUP BY 1, 2, 3, 4, 5, 6, 7;

-- A quote is the first that is said of a job: batches write a thousand of them at once.
CREATE TRIGGER spend_entered_anew AFTER INSERT ON ledger WHEN NEW.entry <> 'quoted' BEGIN
  ${takeOne('NEW.job_id', 'SELECT entry, amount, at FROM ledger WHERE job_id = NEW.job_id AND id < NEW.id ORDER BY id DESC LIMIT 1')}
END;
CREATE TRIGGER spend_entered AFTER INSERT ON ledger WHEN NEW.entry <> 'released' BEGIN
  ${addOne("FROM (SELECT NEW.at AS at, NEW.entry AS entry, NEW.amount AS amount) AS l, jobs AS j WHERE j.id = NEW.job_id AND NEW.entry <> 'released'")}
END;
-- A deleted collection leaves its jobs in none.
CREATE TRIGGER spend_out_of_collection BEFORE UPDATE OF collection_id ON jobs WHEN OLD.collection_id IS NOT NEW.collection_id BEGIN
  ${takeOne('OLD.id', 'SELECT entry, amount, at FROM ledger WHERE job_id = OLD.id ORDER BY id DESC LIMIT 1')}
END;
CREATE TRIGGER spend_into_collection AFTER UPDATE OF collection_id ON jobs WHEN OLD.collection_id IS NOT NEW.collection_id BEGIN
  ${addOne("FROM (SELECT entry, amount, at FROM ledger WHERE job_id = NEW.id ORDER BY id DESC LIMIT 1) AS l, jobs AS j WHERE j.id = NEW.id AND l.entry <> 'released'")}
END;

-- Balances as the service told them, signed: asked_at is when the question left, at is when the answer was there. Readings
-- on the two sides of another account are not compared.
CREATE TABLE balance_readings (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  connection_id TEXT NOT NULL,
  balance INTEGER NOT NULL,
  asked_at INTEGER NOT NULL,
  at INTEGER NOT NULL,
  account INTEGER NOT NULL
) STRICT;
CREATE INDEX balance_readings_by_connection ON balance_readings(connection_id, id);

CREATE TABLE balance_watch (
  connection_id TEXT PRIMARY KEY,
  -- Which account of the connection it is by now: grows with each new key or address.
  account INTEGER NOT NULL DEFAULT 0,
  -- Below it the person is warned; NULL: as usual.
  low INTEGER CHECK (low >= 0)
) STRICT;
`
