/** The columns that identify a cell of `spend_cells`, besides the quarter of an hour and the ledger entry. */
const CELL_COLUMNS = ['connection_id', 'operation', 'model', 'batch_id', 'collection_id'] as const
/** The values of these columns for a job `j`. Jobs without a batch or collection have an empty text instead. */
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

/** Sums of the ledger for reports, an index of starred results, balance readings, and the balance below which the user is warned. */
export const migration0005 = `
-- The last ledger entry of each job, summed by quarter of an hour (which never spans two days in any time zone) and by the columns
-- that reports group by. Updated by triggers, so that it always equals the ledger, and reports need no sum over the history.
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
-- Amounts held now: few cells however long the history is.
CREATE INDEX spend_cells_held ON spend_cells(connection_id, amount) WHERE entry = 'quoted' AND jobs > 0;

-- Starred results by time.
CREATE INDEX assets_kept ON assets(created_at, job_id) WHERE role = 'result' AND trashed_at IS NULL AND starred_at IS NOT NULL;

INSERT INTO spend_cells
  SELECT l.at / 900000, l.entry, ${JOB_CELL}, count(*), sum(l.amount) FROM ledger l JOIN jobs j ON j.id = l.job_id
  WHERE l.entry <> 'released' AND NOT EXISTS (SELECT 1 FROM ledger n WHERE n.job_id = l.job_id AND n.id > l.id)
  GROUP BY 1, 2, 3, 4, 5, 6, 7;

-- Subtracts the previous entry of the job. A quote is its first entry or follows a release, which has no cell, so there is nothing to
-- subtract. Batches write a thousand of them at once.
CREATE TRIGGER spend_entered_anew AFTER INSERT ON ledger WHEN NEW.entry <> 'quoted' BEGIN
  ${subtractFromCell('NEW.job_id', 'SELECT entry, amount, at FROM ledger WHERE job_id = NEW.job_id AND id < NEW.id ORDER BY id DESC LIMIT 1')}
END;
-- Adds the new entry.
CREATE TRIGGER spend_entered AFTER INSERT ON ledger WHEN NEW.entry <> 'released' BEGIN
  ${addToCell("FROM (SELECT NEW.at AS at, NEW.entry AS entry, NEW.amount AS amount) AS l, jobs AS j WHERE j.id = NEW.job_id AND NEW.entry <> 'released'")}
END;
-- Deleting a collection sets collection_id of its jobs to NULL, which moves the amounts of its jobs to other cells.
CREATE TRIGGER spend_out_of_collection BEFORE UPDATE OF collection_id ON jobs WHEN OLD.collection_id IS NOT NEW.collection_id BEGIN
  ${subtractFromCell('OLD.id', 'SELECT entry, amount, at FROM ledger WHERE job_id = OLD.id ORDER BY id DESC LIMIT 1')}
END;
CREATE TRIGGER spend_into_collection AFTER UPDATE OF collection_id ON jobs WHEN OLD.collection_id IS NOT NEW.collection_id BEGIN
  ${addToCell("FROM (SELECT entry, amount, at FROM ledger WHERE job_id = NEW.id ORDER BY id DESC LIMIT 1) AS l, jobs AS j WHERE j.id = NEW.id AND l.entry <> 'released'")}
END;

-- Balances as the service reported them, with sign. asked_at: when the request was sent; at: when the response arrived. Readings of
-- different accounts are not compared.
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
  -- Below it the user is warned; NULL: as usual.
  low INTEGER CHECK (low >= 0)
) STRICT;
`
