import { onTestFinished } from 'vitest'
import { DEFAULT_GALLERY } from '../../../../src-preload/shared/defaultGallery.ts'
import type { StudioEvent } from '../../../../src-preload/contract/events.ts'
import type { Settings } from '../../../../src-preload/contract/types/studio.ts'
import { BatchTable } from '../batches/BatchTable.ts'
import { fakeClock } from '../../testing/fakeClock.ts'
import { memoryLog } from '../../testing/memoryLog.ts'
import { Announcer } from './Announcer.ts'
import { readActiveWork, WorkTable, type JobGroup } from './WorkTable.ts'
import { TimeEstimator } from './TimeEstimator.ts'
import { ProgressWatch } from './ProgressWatch.ts'
import { migratedDatabase } from '../../testing/migratedDatabase.ts'

interface TestJob {
  state: string
  batch?: string
  priority?: number
  model?: string
  connection?: string
  held?: boolean
  sentAt?: number
  finishedAt?: number
  /** When it was done at the service; null if unknown. Default: when it finished. */
  doneAt?: number | null
  problem?: string
}

/** A migrated database, functions that add and change jobs, and the progress watch on them. */
export function workWorld() {
  const database = migratedDatabase()
  onTestFinished(() => database.close())
  const clock = fakeClock()
  const log = memoryLog()
  const table = new WorkTable(database)
  const events: StudioEvent[] = []
  const now = {
    paused: false,
    live: 0,
    holds: new Map<string, 'budget' | 'disk'>(),
    settings: { announceBatches: true, announceJobs: true, announceWithSound: false },
  }
  const settings = (): Settings => ({
    theme: 'system',
    saveAlternatives: true,
    keepAwake: false,
    stayInTray: true,
    embedParameters: true,
    export: { names: '{prompt}', as: 'folder', format: 'original', quality: 90, csv: false, json: false },
    favoriteModels: [],
    deleteFromTrashAfterDays: null,
    draft: null,
    gallery: DEFAULT_GALLERY,
    recentEntries: [],
    ...now.settings,
  })
  const emit = (event: StudioEvent): void => void events.push(event)
  const holds = {
    queue: {
      get paused() {
        return now.paused
      },
    },
    holdReason: ({ connectionId }: JobGroup) => now.holds.get(connectionId) ?? null,
  }
  /** Watches the work as a studio that has just started. */
  const start = () => {
    const batches = new BatchTable(database)
    const announcer = new Announcer({ table, batches, settings: { get: settings }, emit, log })
    const watch = new ProgressWatch({
      table,
      announcer,
      ...holds,
      live: { sumProgress: () => now.live },
      emit,
      clock,
      log,
    })
    return watch
  }
  const times = new TimeEstimator({
    read: async (at) => readActiveWork(database, at),
    ...holds,
    limits: { list: () => [] },
    clock,
  })
  let count = 0

  const addBatch = (id: string, name = 'Night foxes') =>
    database.run(
      `INSERT INTO batches (id, idempotency_key, name, state, connection_id, operation, axes, created_at)
         VALUES (?1, ?1, ?2, 'running', 'c', 'draw', '[]', 0)`,
      id,
      name,
    )
  const add = (job: TestJob, copies = 1): string[] =>
    Array.from({ length: copies }, () => {
      const id = `job-${++count}`
      database.run(
        `INSERT INTO jobs (id, idempotency_key, connection_id, connection_name, operation, model_slug, model_name, title, form_values,
           request, state, price, created_at, sent_at, finished_at, batch_id, priority, rank, held, problem, done_at)
         VALUES (?1, ?1, ?2, 'C', 'draw', ?3, 'M', 't', '{}', '{}', ?4, 4000000, 1, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)`,
        id,
        job.connection ?? 'c',
        job.model ?? 'm',
        job.state,
        job.sentAt ?? null,
        job.finishedAt ?? null,
        job.batch ?? null,
        job.priority ?? (job.batch ? 1 : 0),
        count,
        job.held ? 1 : 0,
        job.problem ? JSON.stringify({ code: job.problem, money: 'none' }) : null,
        job.doneAt === undefined ? (job.finishedAt ?? null) : job.doneAt,
      )
      return id
    })
  const move = (ids: readonly string[], state: string) => {
    const ended = ['saved', 'failed', 'rejected', 'cancelled', 'closed'].includes(state) ? clock.now() : null
    const sent = state === 'sending' || state === 'running' ? clock.now() : null
    for (const id of ids)
      database.run(
        `UPDATE jobs SET state = ?, finished_at = coalesce(?, finished_at), sent_at = coalesce(sent_at, ?) WHERE id = ?`,
        state,
        ended,
        sent,
        id,
      )
  }
  const setBatch = (id: string, state: string, problem: string | null) => {
    const problemJson = problem && JSON.stringify({ code: problem, money: 'not_charged' })
    database.run('UPDATE batches SET state = ?, problem = ? WHERE id = ?', state, problemJson, id)
    database.run(
      "UPDATE jobs SET held = ? WHERE batch_id = ? AND state = 'queued'",
      Number(state !== 'running'),
      id,
    )
  }
  /** All announcements so far. */
  const announced = () =>
    events.flatMap((event) => (event.type === 'announcement' ? [event.announcement] : []))
  return { database, clock, log, events, now, start, times, addBatch, add, move, setBatch, announced }
}
