import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync, StatementSync } from 'node:sqlite'
import { startSandbox } from '../../src-main/sandbox/startSandbox.ts'
import { median, createRow, type Row } from './Row.ts'
import { openStudio, type BenchStudio } from './openStudio.ts'
import { plainPlan } from '../../src-main/studio/jobs/batches/testing.ts'

const JOBS = 1000
const RUNS = 9
const OPERATION = 'txt2img'

/** Prepares a batch of a thousand seeds, including its price; returns a function that enqueues it. */
async function prepareBatch({ handlers }: BenchStudio) {
  const { models } = await handlers['models.list']({ operation: OPERATION })
  const model = models[0]?.slug ?? ''
  const { defaults } = await handlers['forms.open']({ operation: OPERATION, model })
  const plan = { ...plainPlan, count: JOBS }
  const values = { ...defaults, prompt: 'a thousand lighthouses in a storm, oil on canvas' }
  const preview = await handlers['batches.preview']({ operation: OPERATION, model, values, plan })
  const { id, total } = await handlers['batches.price']({
    preview: preview.id,
    limit: preview.pricesToRequest,
  })
  return {
    preview: id,
    idempotencyKey: randomUUID(),
    name: 'Bench',
    skip: [],
    total,
    unpriced: false,
    cap: null,
  }
}

/** Lower bound for storing a thousand jobs on this disk: their bodies in one transaction, without indexes or a ledger. */
function measureBareInserts(folder: string): number {
  const database = new DatabaseSync(join(folder, 'bare.db'))
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL')
  database.exec('CREATE TABLE IF NOT EXISTS bare (id TEXT PRIMARY KEY, body TEXT NOT NULL) STRICT')
  const insert = database.prepare('INSERT INTO bare (id, body) VALUES (?, ?)')
  const body = JSON.stringify({ prompt: 'p'.repeat(600) })
  const startedAt = performance.now()
  database.exec('BEGIN IMMEDIATE')
  for (let n = 0; n < JOBS; n++) insert.run(randomUUID(), body)
  database.exec('COMMIT')
  const ms = performance.now() - startedAt
  database.close()
  return ms
}

/** Time of a click that enqueues a thousand jobs, until all are stored. */
export const enqueue = async (): Promise<Row[]> => {
  const sandbox = await startSandbox({ speed: 1, seed: 7 })
  const studio = await openStudio(sandbox)
  const sql = countStatements()
  try {
    await studio.handlers['models.refresh']()
    // `pace` measures the sending of jobs.
    await studio.handlers['queue.pause']()
    const [times, bare]: [number[], number[]] = [[], []]
    let [statements, commits] = [0, 0]
    for (let run = 0; run <= RUNS; run++) {
      const anchor = measureBareInserts(studio.dataFolder)
      const click = await prepareBatch(studio)
      Object.assign(sql.counts, { statements: 0, commits: 0 })
      const startedAt = performance.now()
      const batch = await studio.handlers['batches.enqueue'](click)
      const ms = performance.now() - startedAt
      ;({ statements, commits } = sql.counts)
      if (batch.unsent !== JOBS) throw new Error(`${batch.unsent} of ${JOBS} jobs were enqueued`)
      if (run === 0) continue
      times.push(ms)
      bare.push(anchor)
    }
    const round = (value: number) => Number(value.toFixed(1))
    const noAnchor = { anchor: null, ratio: null }
    return [
      createRow({
        name: `enqueue ${JOBS} jobs`,
        value: round(median(times)),
        unit: 'ms',
        detail: `${round(Math.min(...times))}–${round(Math.max(...times))}`,
        anchor: round(median(bare)),
        ratio: null,
        goal: 100,
      }),
      createRow({
        name: `transactions to enqueue ${JOBS} jobs`,
        value: commits,
        unit: 'count',
        goal: 1,
        ...noAnchor,
      }),
      createRow({
        name: 'SQL statements per job enqueued',
        value: statements / JOBS,
        unit: 'count',
        goal: 1.1,
        ...noAnchor,
      }),
    ]
  } finally {
    sql.stop()
    await studio.close()
    await sandbox.close()
  }
}

/** SQL run by this process. */
interface StatementCounts {
  /** Prepared statements run and SQL texts executed. */
  statements: number
  /** Committed transactions, including implicit ones of single statements. */
  commits: number
}

type Method = (this: DatabaseSync | StatementSync, ...args: never[]) => unknown

/** Counts all SQL of this process from its creation until `stop`. */
function countStatements(): { counts: StatementCounts; stop: () => void } {
  const counts: StatementCounts = { statements: 0, commits: 0 }
  const undo: (() => void)[] = []
  const wrap = (target: object, name: string, count: (args: unknown[]) => void): void => {
    const original: unknown = Reflect.get(target, name)
    if (typeof original !== 'function') throw new Error(`node:sqlite has no ${name}`)
    const counting: Method = function (...args) {
      count(args)
      return Reflect.apply(original, this, args)
    }
    Reflect.set(target, name, counting)
    undo.push(() => void Reflect.set(target, name, original))
  }
  for (const name of ['run', 'get', 'all', 'iterate'])
    wrap(StatementSync.prototype, name, () => void counts.statements++)
  wrap(DatabaseSync.prototype, 'exec', ([sql]) => {
    counts.statements++
    if (sql === 'COMMIT') counts.commits++
  })
  return { counts, stop: () => undo.forEach((restore) => restore()) }
}
