import type { Bridge } from '../../../../src-preload/contract/bridge.ts'
import type { StudioEvent } from '../../../../src-preload/contract/events.ts'
import type { Handlers, RouteName } from '../../../../src-preload/contract/routes.ts'
import type { Batch } from '../../../../src-preload/contract/types/batch.ts'
import type { Budget } from '../../../../src-preload/contract/types/money.ts'
import type { Job, JobState } from '../../../../src-preload/contract/types/job.ts'
import type { Problem } from '../../../../src-preload/contract/types/problem.ts'
import type { AwaySummary, DetectedLimit, QueueFilter } from '../../../../src-preload/contract/types/queue.ts'
import type { Times } from '../../../../src-preload/contract/types/progress.ts'
import { setBridge } from '../../../host/bridge.ts'
import { isOpen } from '../../../../src-preload/shared/jobStates.ts'
import { callHandler } from '../../../testing/callHandler.ts'

interface Options {
  jobs?: Job[]
  batches?: Batch[]
  budgets?: Budget[]
  away?: AwaySummary | null
  paused?: boolean
  limits?: DetectedLimit[]
  problem?: Problem
  waiting?: { jobs: number; quoted: number }
  times?: Partial<Times>
}

/** A fake studio with a queue, for component tests. */
export function fakeQueueStudio(options: Options = {}, handlerOverrides: Partial<Handlers> = {}) {
  const listeners = new Set<(event: StudioEvent) => void>()
  const studio = {
    jobs: options.jobs ?? [],
    batches: options.batches ?? [],
    paused: options.paused ?? false,
    problem: options.problem ?? null,
    requests: [] as { route: RouteName; input: unknown }[],
    /** Routes that fail with an internal error. */
    failingRoutes: new Set<RouteName>(),
    emit: (event: StudioEvent) => {
      for (const listener of listeners) listener(event)
    },
    inputs: (route: RouteName): unknown[] =>
      studio.requests.filter((request) => request.route === route).map(({ input }) => input),
  }
  const findById = <T extends { id: string }>(list: T[], id: string): T => {
    const match = list.find((item) => item.id === id)
    if (!match) throw new Error(`The test has no ${id}`)
    return match
  }
  const sum = (...states: JobState[]) => {
    const jobs = studio.jobs.filter(({ state }) => states.includes(state))
    return { jobs: jobs.length, quoted: jobs.reduce((total, { price }) => total + (price ?? 0), 0) }
  }
  const matching = ({ states, batch, search }: QueueFilter) =>
    studio.jobs.filter(
      (job) =>
        (states ? states.includes(job.state) : isOpen(job.state)) &&
        (batch === undefined || (job.batch ?? null) === batch) &&
        job.title.includes(search ?? ''),
    )
  const handlers: Partial<Handlers> = {
    'queue.page': async ({ filter, cursor, limit }) => {
      const jobs = matching(filter)
      const from = Number(cursor ?? 0)
      const next = from + limit < jobs.length ? String(from + limit) : null
      return { jobs: jobs.slice(from, from + limit), next, total: jobs.length }
    },
    'queue.summary': async () => ({
      paused: studio.paused,
      problem: studio.problem,
      unsent: sum('queued'),
      waiting: options.waiting ?? { jobs: 0, quoted: 0 },
      running: sum('sending', 'running', 'saving'),
      uncertain: sum('uncertain'),
      limits: options.limits ?? [],
    }),
    'queue.pause': async () => {
      studio.paused = true
      studio.emit({ type: 'queue.changed' })
    },
    'queue.resume': async () => {
      studio.paused = false
      studio.emit({ type: 'queue.changed' })
    },
    'queue.move': async (move) => ({ moved: 'ids' in move ? move.ids.length : 1 }),
    'queue.cancel': async () => ({ cancelled: 4, quoted: 16_852_000 }),
    'queue.ids': async ({ filter }) => {
      const ids = matching(filter).map(({ id }) => id)
      return { ids, total: ids.length }
    },
    'queue.selection': async ({ ids }) => {
      const chosen = studio.jobs.filter(({ id }) => ids.includes(id))
      const sumOf = (jobs: Job[]) => ({
        jobs: jobs.length,
        quoted: jobs.reduce((total, { price }) => total + (price ?? 0), 0),
      })
      const inStates = (...states: JobState[]) => chosen.filter(({ state }) => states.includes(state))
      return {
        ...sumOf(chosen),
        unsent: sumOf(inStates('queued')),
        waiting: inStates('vanished', 'unsaved').length,
        failed: inStates('failed', 'rejected').length,
        saved: inStates('saved').length,
      }
    },
    'queue.results': async () => ({ assets: [] }),
    'queue.try_again': async ({ ids }) => ({ tried: ids.length }),
    'queue.offer_retry': async () => ({
      ids: [],
      total: 0,
      leftOut: { uncertain: 0, unconfirmed: 0, charged: 0, permanent: 0, unpriced: 0 },
    }),
    'queue.retry': async ({ ids, total }) => ({ jobs: ids.length, quoted: total }),
    'batches.draft': async () => ({ draft: null }),
    'batches.save_draft': async () => undefined,
    'collections.list': async () => ({ collections: [] }),
    'models.changes': async () => null,
    'queue.away_summary': async () => options.away ?? null,
    'queue.mark_seen': async () => undefined,
    'progress.estimates': async () => ({ usual: [], batches: [], all: null, ...options.times }),
    'batches.list': async () => ({ batches: studio.batches }),
    'batches.pause': async ({ id }) => findById(studio.batches, id),
    'batches.resume': async ({ id }) => findById(studio.batches, id),
    'batches.rename': async ({ id }) => findById(studio.batches, id),
    'batches.set_limit': async ({ id }) => findById(studio.batches, id),
    'budgets.get': async () => ({ budgets: options.budgets ?? [] }),
    'jobs.cancel': async ({ id }) => findById(studio.jobs, id),
    'jobs.try_again': async ({ id }) => findById(studio.jobs, id),
    'jobs.price': async () => ({
      state: 'priced',
      key: 'key',
      price: 4_213_000,
      quotedAt: 0,
    }),
    'jobs.repeat': async ({ id }) => findById(studio.jobs, id),
    'jobs.accept_price': async ({ id }) => findById(studio.jobs, id),
    'batches.requote': async () => ({ jobs: 4, total: 20_000_000, unpriced: 0 }),
    'batches.accept_price': async ({ id }) => findById(studio.batches, id),
    'jobs.resolve_uncertain': async ({ id }) => findById(studio.jobs, id),
    ...handlerOverrides,
  }
  const call: Bridge['call'] = async (route, input) => {
    studio.requests.push({ route, input })
    if (studio.failingRoutes.has(route)) return { ok: false, error: { code: 'internal', money: 'none' } }
    return callHandler(handlers, route, input)
  }
  setBridge({
    call,
    onEvent: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    media: {
      url: (kind, id, version) => `/${kind}/${id}/${version ?? ''}`,
      read: async () => new Blob(),
      saveThumb: async () => {},
    },
    saveFile: async () => ({ ok: true, data: 'handed_over' }),
    addInputFile: async () => ({ ok: false, error: { code: 'not_supported', money: 'none' } }),
  })
  return studio
}
