import { join } from 'node:path'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { createRandom } from '../../src-main/sandbox/random.ts'
import { startSandbox } from '../../src-main/sandbox/startSandbox.ts'
import type { Condition, LibraryFilter, LibrarySort } from '../../src-preload/contract/types/filter.ts'
import type { RouteInput } from '../../src-preload/contract/routes.ts'
import { seed } from '../seed/seed.ts'
import { type LibrarySamples, readLibrarySamples } from './librarySamples.ts'
import { type BenchStudio, openStudio } from './openStudio.ts'
import { createRow, type Row } from './Row.ts'
import { toMs, waitUntilIdle } from './waitUntilIdle.ts'

const CALLS = 40
const PAGE_SIZE = 200
/**
 * Limits of a search or filter: the time to its response, the main thread's part of it, the size of a page, and the
 * ratio for a seek.
 */
const GOAL = { ms: 150, cpuMs: 10, bytes: 64 << 10, seekRatio: 2 }
const AFTER_START = { idleMs: 3000, maxMs: 60_000 }
const DAY_MS = 86_400_000
const NEWEST_FIRST: LibrarySort = { by: 'date', descending: true }
/** What a user types, one search per keystroke. */
const TYPED = ['l', 'la', 'lam', 'lamo', 'b', 'be', 'ba co', 's', 'ti', 'ma re']

interface FindOptions {
  /** Numbers of jobs; the last one is measured. */
  sizes: number[]
  /** Folders filled by `npm run seed`; the last one is measured. If empty, a new folder is seeded. */
  folders: string[]
}

interface Measured {
  ms: number
  /** CPU time of the main thread. */
  cpuMs: number
  /** CPU time of all threads. */
  allCpuMs: number
  bytes: number
}

/**
 * Measures searches, filters and counts in a large library: the time to the response, and the main thread's part of
 * it.
 */
export const find = async ({ sizes, folders }: FindOptions): Promise<Row[]> => {
  const given = folders.at(-1)
  const folder = given ?? mkdtempSync(join(tmpdir(), 'easel-find-'))
  if (given === undefined) await seed({ jobs: sizes.at(-1) ?? 1000, folder })
  const samples = readLibrarySamples(folder)
  const sandbox = await startSandbox({ speed: 1, seed: 7 })
  const studio = await openStudio(sandbox, folder, { start: () => Promise.resolve(sandbox) })
  try {
    await waitUntilIdle(AFTER_START)
    return await measureAll(studio, samples)
  } finally {
    await studio.close({ keep: true })
    await sandbox.close()
    if (given === undefined) rmSync(folder, { recursive: true, force: true })
  }
}

async function measureAll({ handlers }: BenchStudio, samples: LibrarySamples): Promise<Row[]> {
  const page = (
    filter: Partial<LibraryFilter>,
    sort = NEWEST_FIRST,
    extra: Partial<RouteInput<'library.page'>> = {},
  ) => handlers['library.page']({ before: null, limit: PAGE_SIZE, filter: full(filter), sort, ...extra })
  const pageAt = async (place: RouteInput<'library.cursor'>['place'], sort: LibrarySort) =>
    page({}, sort, await handlers['library.cursor']({ filter: full({}), sort, place }))
  const random = createRandom(1)
  const [largest = ''] = samples.collections
  const filters = createFilters(largest)
  const searches = [samples.searchWords.common, samples.searchWords.middle, ...TYPED]
  // The first filter whose list isn't cached loads the values of all results.
  const rssBefore = process.memoryUsage.rss()
  const startedAt = performance.now()
  const first = await measure(() => handlers['library.count']({ filter: full({ conditions: [anySize(0)] }) }))
  const loading = createRow({
    name: 'load the values of all results',
    value: Math.round(performance.now() - startedAt),
    unit: 'ms',
    detail: `${Math.round((process.memoryUsage.rss() - rssBefore) / (1 << 20))} MB; ${first.allCpuMs.toFixed(0)} ms CPU, ${first.cpuMs.toFixed(1)} of the main thread`,
    anchor: null,
    ratio: null,
    goal: 15_000,
  })
  const repeat = async (call: (n: number) => Promise<unknown>): Promise<Measured[]> => {
    const found: Measured[] = []
    for (let n = 0; n < CALLS; n++) found.push(await measure(() => call(n)))
    return found
  }
  /** Like the window, requests the next page while the counts of the previous filter still run. */
  const repeatWhileCounting = async (): Promise<Measured[]> => {
    const found: Measured[] = []
    const views = ['count', 'facets', 'timeline'] as const
    for (let n = 0; n < CALLS; n++) {
      const input = { filter: full({ search: at(searches, n), conditions: [anySize(CALLS + n)] }) }
      const counts = views.map((part) => handlers[`library.${part}`]({ ...input, listId: `bench ${part}` }))
      // Those that haven't started are cancelled by the next ones.
      for (const count of counts) count.catch(() => {})
      found.push(await measure(() => page({ conditions: [...at(filters, n), anySize(2 * CALLS + n)] })))
      if (n === CALLS - 1) await Promise.allSettled(counts)
    }
    return found
  }
  const newest = await repeat(() => page({}))
  const seek = await repeat(() =>
    pageAt({ time: Date.now() - Math.floor(random() * 700 * DAY_MS) }, NEWEST_FIRST),
  )
  const rows: Row[] = [
    loading,
    ...toRows('newest page', newest),
    ...toRows('keystroke of a search', await repeat((n) => page({ search: at(searches, n) }))),
    ...toRows('filter toggled', await repeat((n) => page({ conditions: [...at(filters, n), anySize(n)] }))),
    ...toRows(
      'filter toggled in a search',
      await repeat((n) => page({ search: at(searches, n), conditions: [...at(filters, n), anySize(n)] })),
    ),
    ...toRows('filter toggled while the last one is counted', await repeatWhileCounting()),
    ...toRows(
      'sort',
      await repeat((n) =>
        page(
          { conditions: [anySize(n)] },
          { by: at(['price', 'size', 'duration'] as const, n), descending: true },
        ),
      ),
    ),
    ...toRows(
      'jump to a rank',
      await repeat((n) =>
        pageAt(
          { rank: Math.floor(random() * samples.jobCount) },
          { by: at(['date', 'price', 'size', 'duration'] as const, n), descending: n % 8 > 3 },
        ),
      ),
    ),
    ...toRows(
      'count',
      await repeat((n) => handlers['library.count']({ filter: full({ conditions: [anySize(n)] }) })),
      false,
    ),
    ...toRows(
      'facets',
      await repeat((n) =>
        handlers['library.facets']({ filter: full({ conditions: [...at(filters, n), anySize(n)] }) }),
      ),
      false,
    ),
    ...toRows(
      'counts of conditions',
      await repeat((n) =>
        handlers['library.count_conditions']({
          filter: full({ conditions: [...at(filters, n), anySize(n)] }),
          conditions: filters.flat(),
        }),
      ),
      false,
    ),
    ...toRows(
      'values of a sorted list',
      await repeat((n) =>
        handlers['library.values']({
          filter: full({ conditions: [anySize(n)] }),
          sort: { by: at(['price', 'size', 'duration'] as const, n), descending: true },
        }),
      ),
      false,
    ),
    ...toRows(
      'timeline',
      await repeat((n) => handlers['library.timeline']({ filter: full({ conditions: [anySize(n)] }) })),
      false,
    ),
  ]
  const [seekMs, newestMs] = [p95(seek, 'ms'), p95(newest, 'ms')]
  const anchor = { anchor: newestMs, ratio: Number((seekMs / newestMs).toFixed(2)) }
  rows.push(
    createRow({ name: 'seek to a random date', value: seekMs, unit: 'ms', ...anchor, goal: GOAL.seekRatio }),
  )
  return rows
}

const full = (filter: Partial<LibraryFilter>): LibraryFilter => ({
  trash: false,
  search: '',
  conditions: [],
  ...filter,
})

/** A condition that every result fulfils, a different one for each `n`, so that no list comes from the cache. */
const anySize = (n: number): Condition => ({ field: 'size', is: false, min: null, max: -1 - n })

const createFilters = (collection: string): Condition[][] => [
  [{ field: 'starred', is: true }],
  [{ field: 'kind', is: true, values: ['video', 'audio'] }],
  [{ field: 'kind', is: false, values: ['image'] }],
  [{ field: 'rating', is: true, min: 4, max: null }],
  [{ field: 'tag', is: true, values: ['Tag 1', 'Tag 40'] }],
  [{ field: 'tag', is: false, values: ['Tag 1'] }],
  [{ field: 'collection', is: true, values: [collection] }],
  [
    { field: 'collection', is: true, values: [collection] },
    { field: 'starred', is: true },
  ],
  [
    { field: 'operation', is: true, values: ['txt2video'] },
    { field: 'rating', is: true, min: 5, max: 5 },
  ],
  [{ field: 'shape', is: true, values: ['portrait'] }],
  // In nano-dollars.
  [{ field: 'price', is: true, min: 100_000_000, max: null }],
  [{ field: 'model', is: true, values: ['nobody'] }],
  [],
]

const at = <T>(list: readonly T[], n: number): T => {
  const item = list[n % list.length]
  if (item === undefined) throw new Error('An empty list')
  return item
}

async function measure(call: () => Promise<unknown>): Promise<Measured> {
  const startedAt = performance.now()
  const before = process.threadCpuUsage()
  const allBefore = process.cpuUsage()
  const result = await call()
  const cpuMs = toMs(process.threadCpuUsage(before))
  const allCpuMs = toMs(process.cpuUsage(allBefore))
  const ms = performance.now() - startedAt
  return { ms, cpuMs, allCpuMs, bytes: Buffer.byteLength(JSON.stringify(result)) }
}

function p95(values: readonly Measured[], field: keyof Measured): number {
  const sorted = values.map((value) => value[field]).toSorted((a, b) => a - b)
  return Number((sorted[Math.ceil(sorted.length * 0.95) - 1] ?? NaN).toFixed(1))
}

/** Rows for the time of the responses, the main thread's part of it and, for pages, the size of the responses. */
function toRows(name: string, values: readonly Measured[], isPage = true): Row[] {
  const noAnchor = { anchor: null, ratio: null }
  const sorted = values.map(({ ms }) => ms).toSorted((a, b) => a - b)
  const middle = (sorted[Math.floor(sorted.length / 2)] ?? NaN).toFixed(1)
  const rows = [
    createRow({
      name,
      value: p95(values, 'ms'),
      unit: 'ms',
      detail: `median ${middle}; ${p95(values, 'allCpuMs')} ms CPU of all threads`,
      ...noAnchor,
      goal: GOAL.ms,
    }),
    createRow({
      name: `${name}, main thread`,
      value: p95(values, 'cpuMs'),
      unit: 'ms CPU',
      ...noAnchor,
      goal: GOAL.cpuMs,
    }),
  ]
  if (isPage)
    rows.push(
      createRow({
        name: `${name}, response`,
        value: p95(values, 'bytes'),
        unit: 'bytes',
        ...noAnchor,
        goal: GOAL.bytes,
      }),
    )
  return rows
}
