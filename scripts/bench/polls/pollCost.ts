import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { createEnvironmentId } from '../../../src-main/studio/service/connections/normalizeInput.ts'
import { JobStore } from '../../../src-main/studio/jobs/store/JobStore.ts'
import { preparedJob } from '../../../src-main/studio/jobs/engine/testEngine.ts'
import { Database } from '../../../src-main/studio/storage/database/Database.ts'
import { openStudio } from '../openStudio.ts'
import { createRow, type Row } from '../Row.ts'

const JOBS = 10_000
const MINUTE_MS = 60_000
/** Range of the jobs' durations, long enough that ten thousand of them are open at once. */
const MIN_DURATION_MS = 10 * MINUTE_MS
const MAX_DURATION_MS = 40 * MINUTE_MS
/** After a start, every job is polled once before the normal schedule begins. */
const WARM_UP_MS = 40_000
/** Time over which CPU use is measured. */
const MEASURED_MS = 30_000

const entry = fileURLToPath(new URL('statusServer.ts', import.meta.url))

/** Jobs of an earlier session, accepted one after another and now at all stages. */
function insertJobs(file: string, connectionId: string): void {
  const database = new Database(file)
  const store = new JobStore({ database, onUnreadableRow: () => {}, onChange: () => {} })
  const now = Date.now()
  const connection = { id: connectionId, name: 'Environment' }
  database.transaction(() => {
    for (let n = 0; n < JOBS; n++) {
      const durationMs = Math.round(MIN_DURATION_MS + Math.random() * (MAX_DURATION_MS - MIN_DURATION_MS))
      const acceptedAt = Math.round(now - Math.random() * 0.98 * durationMs)
      const identity = { id: `job-${n}`, idempotencyKey: `click-${n}`, replaces: null, createdAt: acceptedAt }
      store.insert({ ...preparedJob, ...identity, connection, priority: 1 })
      store.move(identity.id, 'sending', { sentAt: acceptedAt })
      store.move(identity.id, 'running', { requestId: `${acceptedAt}-${durationMs}`, acceptedAt })
    }
  })
  database.close()
}

/** CPU share of a studio with ten thousand open jobs that polls a server in another process over real HTTP. */
export const pollCost = async (): Promise<Row[]> => {
  const server = fork(entry, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const [{ port }] = z.tuple([z.object({ port: z.int() })]).parse((await once(server, 'message')).slice(0, 1))
  const countPolls = async (): Promise<number> => {
    server.send('polls')
    const [message] = z
      .tuple([z.object({ polls: z.int() })])
      .parse((await once(server, 'message')).slice(0, 1))
    return message.polls
  }
  const environment = { address: `http://127.0.0.1:${port}`, key: 'bench' }
  const before = await openStudio(environment)
  await before.close({ keep: true })
  insertJobs(join(before.dataFolder, 'easel.db'), createEnvironmentId(environment.address))
  const studio = await openStudio(environment, before.dataFolder)
  try {
    await wait(WARM_UP_MS)
    const pollsBefore = await countPolls()
    const startedAt = performance.now()
    const used = process.cpuUsage()
    await wait(MEASURED_MS)
    const { user, system } = process.cpuUsage(used)
    const ms = performance.now() - startedAt
    const count = (await countPolls()) - pollsBefore
    const share = (user + system) / 1000 / ms
    return [
      createRow({
        name: `polling ${JOBS} open jobs (${(count / (ms / 1000)).toFixed(0)} polls a second)`,
        value: Number((100 * share).toFixed(2)),
        unit: '% of a core',
        anchor: null,
        ratio: null,
        goal: 3,
      }),
    ]
  } finally {
    await studio.close()
    server.disconnect()
  }
}
