import { dayOfTime } from '../../../../src-preload/shared/calendar.ts'
import type { Bridge } from '../../../../src-preload/contract/bridge.ts'
import type { StudioEvent } from '../../../../src-preload/contract/events.ts'
import type { Handlers, RouteName, RouteOutput } from '../../../../src-preload/contract/routes.ts'
import type { AssetDetail, Tile } from '../../../../src-preload/contract/types/asset.ts'
import type { Condition, LibraryFilter, SavedSearch } from '../../../../src-preload/contract/types/filter.ts'
import type { Collection } from '../../../../src-preload/contract/types/collection.ts'
import type { Job } from '../../../../src-preload/contract/types/job.ts'
import type { Balance, BalanceSpan } from '../../../../src-preload/contract/types/balance.ts'
import type { SpendReport, SpendSummary } from '../../../../src-preload/contract/types/spend.ts'
import type { Problem } from '../../../../src-preload/contract/types/problem.ts'
import { hasWords } from '../../../../src-preload/shared/hasWords.ts'
import { StudioError } from '../../../../src-preload/shared/StudioError.ts'
import { setBridge } from '../../../host/bridge.ts'
import { NEWEST_FIRST } from '../../../widgets/library/libraryFilter.ts'
import { organizeHandlers } from './fakeOrganizing.ts'
import { makeSettings } from '../../../testing/makeSettings.ts'
import { callHandler } from '../../../testing/callHandler.ts'
import { isOpen, isReplaceable } from '../../../../src-preload/shared/jobStates.ts'

const page = <T extends { id: string }>(list: T[], before: string | null, limit: number) => {
  const from = before === null ? 0 : list.findIndex(({ id }) => id === before) + 1
  const items = list.slice(from, from + limit)
  return { items, next: from + limit < list.length ? (items.at(-1)?.id ?? null) : null }
}

const findById = <T extends { id: string }>(list: T[], id: string): T => {
  const item = list.find((candidate) => candidate.id === id)
  if (item === undefined) throw new Error(`The test has no ${id}`)
  return item
}

const makeAssetDetail = (tile: Tile): AssetDetail => ({
  asset: tile,
  viewer: tile.kind === 'image' || tile.kind === 'video' ? tile.kind : 'file',
  inputs: [],
  title: tile.title,
  alternatives: [],
  tags: [],
  note: '',
  collections: [],
  foundParameters: null,
  spokenText: null,
  fileName: `2026/11/${tile.id}.png`,
  parameters: {
    operation: 'paint',
    operationName: 'Paint',
    model: { slug: 'one', name: tile.modelName },
    connectionName: 'Sandbox',
    values: { prompt: tile.title, seed: 7, steps: 8 },
    lines: [
      { name: 'prompt', label: 'Prompt', text: tile.title, as: 'multiline' },
      { name: 'seed', label: 'Seed', text: '7', as: 'singleLine' },
      { name: 'steps', label: 'Steps', text: '8', as: 'singleLine' },
    ],
    requestId: null,
    price: tile.price,
    quotedAt: 0,
    seed: 7,
    createdAt: tile.createdAt,
    tookMs: 6200,
  },
})

const example = { field: 'words', text: 'Fog over a pier' }
const tasks = (['image', 'transcript'] as const).map((viewer) => ({
  id: viewer === 'image' ? 'paint' : 'hear',
  name: viewer,
  group: 'text' as const,
  viewer,
  example: viewer === 'image' ? example : null,
  models: 1,
}))

const emptySum = { jobs: 0, quoted: 0 }
const emptySummary: SpendSummary = { today: emptySum, month: emptySum }

/** Responses about money. */
export interface Money {
  report?: SpendReport
  balance?: Balance
  spans?: BalanceSpan[]
  /** Number of jobs in the queue whose charge is unconfirmed. */
  undecided?: number
  /** Handler of `spend.jobs`, the jobs of a row of the report. */
  rowJobs?: Handlers['spend.jobs']
}

/** Size of each file in bytes. */
const BYTES = 1_000_000

/** Whether a result has one of the values, or is in the range. Fields that tiles don't have match everything. */
function hasCondition(tile: Tile, condition: Condition): boolean {
  if ('values' in condition) {
    const value = { kind: tile.kind, model: tile.modelName, operation: tile.operation ?? '' }[
      condition.field === 'kind' || condition.field === 'model' ? condition.field : 'operation'
    ]
    return ['kind', 'model', 'operation'].includes(condition.field)
      ? condition.values.includes(value)
      : condition.is
  }
  if ('min' in condition) {
    const value = { price: tile.price, date: tile.createdAt, size: tile.bytes, rating: tile.rating }[
      condition.field === 'price' || condition.field === 'date' || condition.field === 'size'
        ? condition.field
        : 'rating'
    ]
    return value !== null && value >= (condition.min ?? -Infinity) && value <= (condition.max ?? Infinity)
  }
  return condition.field === 'starred' ? tile.starredAt !== null : condition.is
}

/** A fake studio with results and jobs, for component tests. */
export function fakeLibraryStudio(
  options: {
    tiles?: Tile[]
    jobs?: Job[]
    summary?: SpendSummary
    money?: Money
    /** Replaces or adds routes. */
    routes?: Partial<Handlers>
  } = {},
) {
  const { summary = emptySummary } = options
  const listeners = new Set<(event: StudioEvent) => void>()
  const studio = {
    tiles: options.tiles ?? [],
    trashed: [] as Tile[],
    collections: [] as Collection[],
    /** Tags by id of the result. */
    tags: new Map<string, string[]>(),
    notes: new Map<string, string>(),
    jobs: options.jobs ?? [],
    searches: [] as SavedSearch[],
    settings: makeSettings(),
    facets: [] as RouteOutput<'library.facets'>['facets'],
    /** Whether pages come without totals. */
    countsLater: false,
    /** All requests in order. */
    requests: [] as { route: RouteName; input: unknown }[],
    /** Exports saved by the user. */
    saved: [] as string[],
    /** Files that are missing or changed; all others are present. */
    fileStates: new Map<string, RouteOutput<'library.file_state'>>(),
    fetchOutcome: 'restored' as RouteOutput<'library.fetch_again'>['outcome'],
    /** Why files can't be downloaded again. */
    fetchProblem: null as Problem | null,
    /** Routes that fail with an internal error. */
    failingRoutes: new Set<RouteName>(),
    /** Responses of these routes are made at once but sent only when the promise resolves. */
    delays: new Map<RouteName, Promise<void>>(),
    emit: (event: StudioEvent) => {
      for (const listener of listeners) listener(event)
    },
    inputs: (route: RouteName): unknown[] =>
      studio.requests.filter((request) => request.route === route).map(({ input }) => input),
  }
  const findTiles = ({ trash, search, conditions }: LibraryFilter, { by, descending } = NEWEST_FIRST) => {
    const found = (trash ? studio.trashed : studio.tiles).filter(
      (tile) =>
        tile.title.includes(search) &&
        conditions.every((condition) => hasCondition(tile, condition) === condition.is),
    )
    if (by === 'date') return descending ? found : found.toReversed()
    const valueOf = (tile: Tile) =>
      ({ price: tile.price, duration: tile.durationMs, size: tile.bytes })[by] ?? 0
    return found.toSorted((a, b) => (descending ? valueOf(b) - valueOf(a) : valueOf(a) - valueOf(b)))
  }
  const findJob = (id: string): Job => findById(studio.jobs, id)
  const findRetry = (job: Job) =>
    isReplaceable(job.state) ? studio.jobs.find(({ replaces }) => replaces === job.id) : undefined
  const findLatestRetry = (id: string): string | null => {
    const retry = findRetry(findJob(id))
    return retry ? (findLatestRetry(retry.id) ?? retry.id) : null
  }
  const handlers: Partial<Handlers> = {
    'library.page': async ({ before, after, limit, filter, sort }) => {
      const list = findTiles(filter, sort)
      const totals = studio.countsLater ? null : { total: list.length, bytes: list.length * BYTES }
      if (after !== undefined) {
        const end = after === null ? list.length : list.findIndex(({ id }) => id === after)
        const tiles = list.slice(Math.max(0, end - limit), end)
        const previous = end > limit ? (tiles[0]?.id ?? null) : null
        return { tiles, next: after === null ? null : (tiles.at(-1)?.id ?? null), previous, totals }
      }
      const { items, next } = page(list, before, limit)
      return { tiles: items, next, totals, ...(before === null ? {} : { previous: items[0]?.id ?? null }) }
    },
    'library.cursor': async ({ filter, sort, place }) => {
      const list = findTiles(filter, sort)
      const rank =
        'rank' in place
          ? Math.min(place.rank, list.length - 1)
          : list.findIndex(({ createdAt }) =>
              sort.descending ? createdAt <= place.time : createdAt >= place.time,
            )
      return { before: list[rank - 1]?.id ?? null }
    },
    'library.values': async ({ filter, sort }) => {
      const list = findTiles(filter, sort)
      const count = Math.min(500, list.length)
      const values = Array.from({ length: count }, (_, n) => {
        const tile = list[Math.round((n * (list.length - 1)) / Math.max(1, count - 1))]
        return (
          (tile && { price: tile.price, duration: tile.durationMs, size: tile.bytes, date: null }[sort.by]) ??
          null
        )
      })
      return { total: list.length, values }
    },
    'library.count_conditions': async ({ filter, conditions }) => ({
      counts: conditions.map((condition) => {
        const others = filter.conditions.filter(({ field }) => field !== condition.field)
        return findTiles({ ...filter, conditions: [...others, condition] }).length
      }),
    }),
    'library.ids': async ({ before, limit, filter, sort }) => {
      const { items, next } = page(findTiles(filter, sort), before, limit)
      return { ids: items.map(({ id }) => id), next }
    },
    'library.count': async ({ filter }) => {
      const { length } = findTiles(filter)
      return { total: length, bytes: length * BYTES }
    },
    'library.timeline': async ({ filter }) => {
      const counts = new Map<number, number>()
      for (const { createdAt } of findTiles(filter)) {
        const day = dayOfTime(createdAt)
        counts.set(day, (counts.get(day) ?? 0) + 1)
      }
      return { days: [...counts.keys()], counts: [...counts.values()] }
    },
    'library.facets': async ({ search = '' }) => ({
      facets: studio.facets.map(({ field, values }) => ({
        field,
        values: values.filter(({ label }) => hasWords(label, search)).slice(0, 100),
      })),
    }),
    'searches.list': async () => ({ searches: studio.searches }),
    'searches.summaries': async ({ searches }) => ({
      summaries: searches.map(({ id, filter }) => {
        const found = findTiles(filter)
        return { id, count: found.length, cover: found[0] ?? null }
      }),
    }),
    'searches.save': async ({ id = `search ${studio.searches.length}`, ...search }) => {
      if (studio.searches.some((other) => other.name === search.name && other.id !== id))
        throw new StudioError({ code: 'search_name_taken', money: 'none', params: { name: search.name } })
      const saved = { id, ...search }
      studio.searches = [...studio.searches.filter((other) => other.id !== id), saved]
      return saved
    },
    'searches.delete': async ({ id }) => {
      studio.searches = studio.searches.filter((other) => other.id !== id)
    },
    'library.asset': async ({ id }) => {
      const tile = [...studio.tiles, ...studio.trashed].find((candidate) => candidate.id === id)
      if (!tile) throw new StudioError({ code: 'asset_not_found', money: 'none' })
      return { ...makeAssetDetail(tile), tags: studio.tags.get(id) ?? [], note: studio.notes.get(id) ?? '' }
    },
    'library.tiles': async ({ ids }) => ({ tiles: studio.tiles.filter(({ id }) => ids.includes(id)) }),
    'library.file_state': async ({ id }) =>
      studio.fileStates.get(id) ?? { state: 'present', canFetchAgain: true },
    'library.fetch_again': async ({ id }) => {
      if (studio.fetchProblem) throw new StudioError(studio.fetchProblem)
      if (studio.fetchOutcome === 'restored') {
        studio.fileStates.delete(id)
        studio.emit({ type: 'library.changed', added: 0 })
      }
      return { outcome: studio.fetchOutcome }
    },
    'library.trash': async ({ ids }) => {
      const trashed = studio.tiles.filter(({ id }) => ids.includes(id))
      studio.trashed.unshift(...trashed)
      studio.tiles = studio.tiles.filter(({ id }) => !ids.includes(id))
      return { changed: trashed.map(({ id }) => id) }
    },
    ...organizeHandlers(studio),
    'library.restore': async ({ ids }) => {
      const restored = studio.trashed.filter(({ id }) => ids.includes(id))
      studio.trashed = studio.trashed.filter(({ id }) => !ids.includes(id))
      studio.tiles = [...studio.tiles, ...restored].sort((a, b) => b.createdAt - a.createdAt)
      return { changed: restored.map(({ id }) => id) }
    },
    'library.empty_trash': async () => ({ deleted: studio.trashed.splice(0).length }),
    'jobs.list': async ({ scope, before, limit }) => {
      const list = studio.jobs.filter((job) => (scope === 'recent' ? !findRetry(job) : isOpen(job.state)))
      const { items, next } = page(list, before, limit)
      return { jobs: items, next }
    },
    'jobs.get': async ({ id }) => ({
      ...findJob(id),
      values: { prompt: findJob(id).title, seed: 7 },
      request: '{}',
      retry: findLatestRetry(id),
    }),
    'jobs.cancel': async ({ id }) => findJob(id),
    'jobs.try_again': async ({ id }) => findJob(id),
    'jobs.price': async () => ({
      state: 'priced',
      key: 'key',
      price: 4_213_000,
      quotedAt: 0,
    }),
    'jobs.repeat': async ({ id }) => findJob(id),
    'jobs.resolve_uncertain': async ({ id }) => findJob(id),
    'studio.info': async () => ({
      version: '0',
      host: 'electron',
      dataFolder: '',
      capabilities: {
        openFolder: true,
        chooseFolder: true,
        notifications: false,
        tray: false,
        keepAwake: false,
      },
      notices: [],
    }),
    'settings.get': async () => studio.settings,
    'settings.set': async (changes) => {
      for (const [name, value] of Object.entries(changes)) Object.assign(studio.settings, { [name]: value })
      return studio.settings
    },
    'operations.list': async () => ({ operations: tasks, listed: true, unknown: [] }),
    'library.reveal': async () => undefined,
    'spend.summary': async () => summary,
    ...moneyHandlers(options.money ?? {}),
    ...options.routes,
  }
  const call: Bridge['call'] = async (route, input) => {
    studio.requests.push({ route, input })
    if (studio.failingRoutes.has(route)) return { ok: false, error: { code: 'internal', money: 'none' } }
    const response = await callHandler(handlers, route, input)
    await studio.delays.get(route)
    return response
  }
  const bridge: Bridge = {
    call,
    onEvent: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    media: {
      url: (place, id, version) => `/${place}/${id}/${version ?? ''}`,
      read: async () => new Blob(),
      saveThumb: async () => {},
    },
    saveFile: async (_place, id, fileName) => {
      studio.saved.push(`${id} ${fileName}`)
      return { ok: true, data: 'handed_over' }
    },
    addInputFile: async () => ({ ok: false, error: { code: 'not_supported', money: 'none' } }),
  }
  setBridge(bridge)
  return studio
}

const moneyHandlers = ({
  report,
  balance,
  spans = [],
  undecided = 1,
  rowJobs,
}: Money): Partial<Handlers> => ({
  'queue.summary': async () => ({
    paused: false,
    problem: null,
    unsent: emptySum,
    waiting: emptySum,
    running: emptySum,
    uncertain: { ...emptySum, jobs: undecided },
    limits: [],
  }),
  ...(report && { 'spend.report': async () => report }),
  ...(rowJobs && { 'spend.jobs': rowJobs }),
  ...(balance && {
    'connections.list': async () => ({
      connections: [
        {
          id: balance.connectionId,
          name: 'My service',
          address: 'https://service.example',
          kind: 'remote' as const,
          current: true,
          key: 'keychain' as const,
        },
      ],
      keychain: { state: 'available' as const },
    }),
    'balance.get': async () => balance,
    'balance.spans': async () => ({ spans }),
  }),
  'spend.export': async () => ({ id: 'e1', fileName: 'easel-spend-2026-01-15.csv', jobs: 3 }),
})
