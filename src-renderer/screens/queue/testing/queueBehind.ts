import type { Bridge } from '../../../../src-preload/contract/bridge.ts'
import type { StudioEvent } from '../../../../src-preload/contract/events.ts'
import type { Handlers, RouteName } from '../../../../src-preload/contract/routes.ts'
import type { Batch } from '../../../../src-preload/contract/types/batch.ts'
import type { Budget } from '../../../../src-preload/contract/types/budget.ts'
import type { Job, JobState } from '../../../../src-preload/contract/types/job.ts'
import type { Problem } from '../../../../src-preload/contract/types/problem.ts'
import type { Away, LearntLimit, QueueFilter } from '../../../../src-preload/contract/types/queue.ts'
import type { Times } from '../../../../src-preload/contract/types/work.ts'
import { setBridge } from '../../../host/bridge.ts'
import { HostError } from '../../../host/HostError.ts'
import { isOpen } from '../../../lib/jobStates.ts'

interface Given {
  jobs?: Job[]
  batches?: Batch[]
  budgets?: Budget[]
  away?: Away | null
  paused?: boolean
  limits?: LearntLimit[]
  problem?: Problem
  waiting?: { jobs: number; quoted: number }
  times?: Partial<Times>
}

/** A small studio with a queue behind the window's door, for the component tests of what shows it. */
export function queueBehind(given: Given = {}, more: Partial<Handlers> = {}) {
  const listeners = new Set<(event: StudioEvent) => void>()
  const studio = {
    jobs: given.jobs ?? [],
    batches: given.batches ?? [],
    paused: given.paused ?? false,
    problem: given.problem ?? null,
    asked: [] as { route: RouteName; input: unknown }[],
    /** Routes that answer with a problem. */
    broken: new Set<RouteName>(),
    tell: (event: StudioEvent) => {
      for (const listener of listeners) listener(event)
    },
    inputs: (route: RouteName): unknown[] =>
      studio.asked.filter((one) => one.route === route).map(({ input }) => input),
  }
  const find = <T extends { id: string }>(list: T[], id: string): T => {
    const found = list.find((one) => one.id === id)
    if (!found) throw new Error(`The test has no ${id}`)
    return found
  }
  const sum = (...states: JobState[]) => {
    const jobs = studio.jobs.filter(({ state }) => states.includes(state))
    return { jobs: jobs.length, quoted: jobs.reduce((all, { price }) => all + (price ?? 0), 0) }
  }
  const passing = ({ states, batch, search }: QueueFilter) =>
    studio.jobs.filter(
      (job) =>
        (states ? states.includes(job.state) : isOpen(job.state)) &&
        (batch === undefined || (job.batch ?? null) === batch) &&
        job.title.includes(search ?? ''),
    )
  const handlers: Partial<Handlers> = {
    'queue.page': async ({ filter, cursor, limit }) => {
      const all = passing(filter)
      const from = Number(cursor ?? 0)
      const next = from + limit < all.length ? String(from + limit) : null
      return { jobs: all.slice(from, from + limit), next, total: all.length }
    },
    'queue.summary': async () => ({
      paused: studio.paused,
      problem: studio.problem,
      unsent: sum('queued'),
      waiting: given.waiting ?? { jobs: 0, quoted: 0 },
      running: sum('sending', 'running', 'saving'),
      uncertain: sum('uncertain'),
      limits: given.limits ?? [],
    }),
    'queue.pause': async () => {
      studio.paused = true
      studio.tell({ type: 'queue.changed' })
    },
    'queue.resume': async () => {
      studio.paused = false
      studio.tell({ type: 'queue.changed' })
    },
    'queue.move': async (move) => ({ moved: 'ids' in move ? move.ids.length : 1 }),
    'queue.cancel': async () => ({ cancelled: 4, quoted: 16_852_000 }),
    'queue.away': async () => given.away ?? null,
    'queue.seen': async () => undefined,
    'work.times': async () => ({ usual: [], batches: [], all: null, ...given.times }),
    'batches.list': async () => ({ batches: studio.batches }),
    'batches.pause': async ({ id }) => find(studio.batches, id),
    'batches.resume': async ({ id }) => find(studio.batches, id),
    'batches.rename': async ({ id }) => find(studio.batches, id),
    'batches.cap': async ({ id }) => find(studio.batches, id),
    'budgets.get': async () => ({ budgets: given.budgets ?? [] }),
    'jobs.cancel': async ({ id }) => find(studio.jobs, id),
    'jobs.try_again': async ({ id }) => find(studio.jobs, id),
    'jobs.price': async () => ({
      state: 'priced',
      key: 'key',
      price: 4_213_000,
      quotedAt: 0,
      expiresAt: 9e15,
    }),
    'jobs.repeat': async ({ id }) => find(studio.jobs, id),
    'jobs.accept_price': async ({ id }) => find(studio.jobs, id),
    'batches.requote': async () => ({ jobs: 4, total: 20_000_000, unpriced: 0 }),
    'batches.accept_price': async ({ id }) => find(studio.batches, id),
    'jobs.decide': async ({ id }) => find(studio.jobs, id),
    ...more,
  }
  const call: Bridge['call'] = async (route, input) => {
    studio.asked.push({ route, input })
    const handle = handlers[route]
    if (!handle || studio.broken.has(route)) return { ok: false, error: { code: 'internal', money: 'none' } }
    try {
      return { ok: true, data: await handle(input) }
    } catch (error) {
      if (error instanceof HostError) return { ok: false, error: error.problem }
      throw error
    }
  }
  setBridge({
    call,
    onEvent: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    media: {
      url: (place, id, version) => `/${place}/${id}/${version ?? ''}`,
      read: async () => new ArrayBuffer(0),
      saveThumb: async () => {},
    },
    saveFile: async () => ({ ok: true, data: 'handed_over' }),
    takeFile: async () => ({ ok: false, error: { code: 'not_supported', money: 'none' } }),
  })
  return studio
}
