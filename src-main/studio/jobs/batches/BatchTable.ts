import { z } from 'zod'
import { batchErrors } from '../../../../src-preload/contract/errors.ts'
import { batchStateSchema, planSchema, type Batch } from '../../../../src-preload/contract/types/batch.ts'
import { problemSchema, type DataProblem } from '../../../../src-preload/contract/types/problem.ts'
import type { JobState } from '../../../../src-preload/contract/types/job.ts'
import { NOT_REPLACED } from '../store/JobRecord.ts'
import { SpendSums, addMoney, cappedSumSql } from '../../money/spend/SpendSums.ts'
import type { Database, Row } from '../../storage/database/Database.ts'
import { jsonColumn } from '../../storage/database/parseRows.ts'

/** Why Easel paused a batch. */
export const pauseCodeSchema = z.enum([batchErrors.capReached, batchErrors.priceChanged, batchErrors.balance])
export type PauseCode = z.infer<typeof pauseCodeSchema>
export type PauseProblem = DataProblem<PauseCode>

/** A row of `batches`. If a column that is only displayed can't be read, it counts as empty. */
const rowSchema = z.object({
  id: z.string(),
  name: z.string(),
  state: batchStateSchema,
  problem: jsonColumn(problemSchema).nullable().catch(null),
  connection_id: z.string(),
  operation: z.string(),
  axes: jsonColumn(planSchema.shape.axes).catch([]),
  cap: z.int().nullable(),
  collection_id: z.string().nullable(),
  created_at: z.int(),
})

const STATES_BY_COUNT: Record<
  'unsent' | 'running' | 'saved' | 'failed' | 'uncertain' | 'cancelled',
  JobState[]
> = {
  unsent: ['queued'],
  running: ['sending', 'running', 'saving'],
  saved: ['saved'],
  failed: ['failed', 'rejected', 'vanished', 'unsaved'],
  uncertain: ['uncertain', 'closed'],
  cancelled: ['cancelled'],
}

/** Finds one batch with unsent jobs after the other in the index, so that neither all batches nor all unsent jobs are read. */
const nextUnsentSql = (after: string): string => `SELECT min(batch_id) FROM jobs INDEXED BY jobs_unsent_of
  WHERE state = 'queued' AND batch_id > ${after}`
const WITH_UNSENT = `WITH RECURSIVE unsent(id) AS (${nextUnsentSql("''")} UNION ALL
  SELECT (${nextUnsentSql('unsent.id')}) FROM unsent WHERE unsent.id IS NOT NULL)`

/** Number of newest batches that are listed although they are finished. */
const MAX_NEWEST = 500

/** The table `batches`, with numbers and sums of the jobs of each batch. */
export class BatchTable {
  readonly #database: Database
  readonly #sums: SpendSums

  constructor(database: Database) {
    this.#database = database
    this.#sums = new SpendSums(database)
  }

  insert(
    batch: Pick<
      Batch,
      'id' | 'name' | 'operation' | 'connectionId' | 'axes' | 'cap' | 'collection' | 'createdAt'
    >,
    idempotencyKey: string,
  ): void {
    this.#database.run(
      `INSERT INTO batches (id, idempotency_key, name, state, connection_id, operation, axes, cap, created_at, collection_id)
         VALUES (?, ?, ?, 'running', ?, ?, ?, ?, ?, (SELECT id FROM collections WHERE id = ? AND deleted_name IS NULL))`,
      batch.id,
      idempotencyKey,
      batch.name,
      batch.connectionId,
      batch.operation,
      JSON.stringify(batch.axes),
      batch.cap,
      batch.createdAt,
      batch.collection ?? null,
    )
  }

  findByIdempotencyKey(idempotencyKey: string): string | null {
    const id = this.#database.get('SELECT id FROM batches WHERE idempotency_key = ?', idempotencyKey)?.['id']
    return typeof id === 'string' ? id : null
  }

  find(id: string): Batch | null {
    const row = this.#database.get('SELECT * FROM batches WHERE id = ?', id)
    return row ? this.#toBatch(row) : null
  }

  /**
   * The unfinished batches and the newest 500. First unfinished ones: those without unsent jobs, then the others in the order of
   * sending. Then finished ones, newest first.
   */
  list(): Batch[] {
    const batches = this.#database
      .all(
        `${WITH_UNSENT} SELECT * FROM batches WHERE id IN (
           SELECT id FROM unsent
           UNION SELECT batch_id FROM jobs INDEXED BY jobs_by_state WHERE state IN ('sending', 'running', 'saving')
           UNION SELECT id FROM (SELECT id FROM batches ORDER BY seq DESC LIMIT ${MAX_NEWEST}))
         ORDER BY seq DESC`,
      )
      .flatMap((row) => this.#toBatch(row) ?? [])
    const isOpen = ({ unsent, running }: Batch) => unsent + running > 0
    const open = batches.filter(isOpen).map((batch) => ({ batch, rank: this.#firstUnsentRank(batch) }))
    return [
      ...open.toSorted((a, b) => a.rank - b.rank).map(({ batch }) => batch),
      ...batches.filter((batch) => !isOpen(batch)),
    ]
  }

  /** The rank of a batch's first unsent job in the order of sending. */
  #firstUnsentRank({ id, unsent }: Batch): number {
    if (unsent === 0) return Number.MIN_SAFE_INTEGER
    const sql = `SELECT min(rank) AS rank FROM jobs INDEXED BY jobs_unsent_of
      WHERE batch_id = ? AND priority = 1 AND state = 'queued'`
    return Number(this.#database.get(sql, id)?.['rank'] ?? Number.MIN_SAFE_INTEGER)
  }

  /** Ids of the batches in a state that have unsent jobs, oldest first. */
  listUnsentIds(state: Batch['state']): string[] {
    const sql = `${WITH_UNSENT}
      SELECT batches.id FROM unsent CROSS JOIN batches ON batches.id = unsent.id WHERE batches.state = ? ORDER BY batches.seq`
    return this.#database.all(sql, state).map(({ id }) => String(id))
  }

  setState(id: string, state: 'paused' | 'waiting', problem: PauseProblem | null): void {
    const json = problem && JSON.stringify(problem)
    this.#database.run('UPDATE batches SET state = ?, problem = ? WHERE id = ?', state, json, id)
  }

  /** Sets the state to running and forgets the announced stop, so that the next one is announced even if its reason is the same. */
  resume(id: string): void {
    const sql = "UPDATE batches SET state = 'running', problem = NULL, stop_reported = NULL WHERE id = ?"
    this.#database.run(sql, id)
  }

  rename(id: string, name: string): void {
    this.#database.run('UPDATE batches SET name = ? WHERE id = ?', name, id)
  }

  setCap(id: string, cap: number | null): void {
    this.#database.run('UPDATE batches SET cap = ? WHERE id = ?', cap, id)
  }

  capOf(id: string): number | null {
    const cap = this.#database.get('SELECT cap FROM batches WHERE id = ?', id)?.['cap']
    return typeof cap === 'number' ? cap : null
  }

  /** The sum of the prices of jobs that were or may have been accepted, and of jobs that are being sent. */
  committedAmount(id: string): number {
    const sql = `SELECT ${cappedSumSql('price')} AS total FROM jobs WHERE batch_id = ? AND state = 'sending'`
    return this.#sums.used({ kind: 'batch', id }) + Number(this.#database.get(sql, id)?.['total'] ?? 0)
  }

  /** What the ledger reserves for the jobs that the service has not accepted, including those that are being sent. */
  reservedAmount(id: string): number {
    return this.#sums.unsent({ kind: 'batch', id })
  }

  /** Rows with the number and price of jobs by state. Of a repeated job only the newest repetition counts; the others are subtracted. */
  #countByState(id: string): Row[] {
    return [
      ...this.#database.all(
        `SELECT state, count(*) AS jobs, ${cappedSumSql('price')} AS quoted FROM jobs WHERE batch_id = ? GROUP BY state`,
        id,
      ),
      ...this.#database.all(
        `SELECT state, -count(*) AS jobs, -${cappedSumSql('price')} AS quoted FROM jobs
           WHERE id IN (SELECT replaces FROM jobs WHERE batch_id = ? AND replaces IS NOT NULL) AND NOT ${NOT_REPLACED}
           GROUP BY state`,
        id,
      ),
    ]
  }

  #toBatch(row: Row): Batch | null {
    const parsed = rowSchema.safeParse(row)
    if (!parsed.success) return null
    const {
      connection_id: connectionId,
      collection_id: collection,
      created_at: createdAt,
      ...rest
    } = parsed.data
    const states = this.#countByState(rest.id)
    const sum = (column: 'jobs' | 'quoted', only?: readonly string[]) =>
      states
        .filter(({ state }) => !only || only.includes(String(state)))
        .reduce((total, row) => addMoney(total, Number(row[column])), 0)
    const counted = Object.fromEntries(
      Object.entries(STATES_BY_COUNT).map(([name, of]) => [name, sum('jobs', of)]),
    )
    return {
      ...rest,
      connectionId,
      collection,
      createdAt,
      jobs: sum('jobs'),
      unsent: counted['unsent'] ?? 0,
      running: counted['running'] ?? 0,
      saved: counted['saved'] ?? 0,
      failed: counted['failed'] ?? 0,
      uncertain: counted['uncertain'] ?? 0,
      cancelled: counted['cancelled'] ?? 0,
      quoted: sum('quoted'),
      spent: this.#sums.used({ kind: 'batch', id: rest.id }),
      // Not what the ledger reserves, which includes jobs that are being sent.
      reserved: sum('quoted', STATES_BY_COUNT.unsent),
    }
  }
}
