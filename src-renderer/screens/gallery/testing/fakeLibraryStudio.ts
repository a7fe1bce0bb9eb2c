import type { Bridge } from '../../../../src-preload/contract/bridge.ts'
import type { StudioEvent } from '../../../../src-preload/contract/events.ts'
import type { Handlers, RouteName } from '../../../../src-preload/contract/routes.ts'
import type { AssetDetail, Tile } from '../../../../src-preload/contract/types/asset.ts'
import type { Collection } from '../../../../src-preload/contract/types/collection.ts'
import type { Job } from '../../../../src-preload/contract/types/job.ts'
import type { Balance, BalanceSpan } from '../../../../src-preload/contract/types/balance.ts'
import type { SpendReport, SpendSummary } from '../../../../src-preload/contract/types/spend.ts'
import { setBridge } from '../../../host/bridge.ts'
import { isOpen } from '../../../../src-preload/shared/jobStates.ts'

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
  viewer: tile.kind === 'image' ? 'image' : 'file',
  inputs: [],
  title: tile.title,
  alternatives: [],
  collections: [],
  fileName: `2026/11/${tile.id}.png`,
  parameters: {
    operation: 'paint',
    operationName: 'Paint',
    model: { slug: 'one', name: tile.modelName },
    connectionName: 'Sandbox',
    values: { prompt: tile.title, seed: 7, steps: 8 },
    lines: [
      { name: 'prompt', label: 'Prompt', text: tile.title, as: 'words' },
      { name: 'seed', label: 'Seed', text: '7', as: 'fact' },
      { name: 'steps', label: 'Steps', text: '8', as: 'fact' },
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
  /** Handler for the jobs of a row. */
  rowJobs?: Handlers['spend.jobs']
}

/** A fake studio with results and jobs, for component tests. */
export function fakeLibraryStudio(
  options: { tiles?: Tile[]; jobs?: Job[]; summary?: SpendSummary; money?: Money } = {},
) {
  const { summary = emptySummary } = options
  const listeners = new Set<(event: StudioEvent) => void>()
  const studio = {
    tiles: options.tiles ?? [],
    trashed: [] as Tile[],
    collections: [] as Collection[],
    jobs: options.jobs ?? [],
    /** All requests in order. */
    requests: [] as { route: RouteName; input: unknown }[],
    /** Exports saved by the user. */
    saved: [] as string[],
    /** Routes that fail with an internal error. */
    failingRoutes: new Set<RouteName>(),
    emit: (event: StudioEvent) => {
      for (const listener of listeners) listener(event)
    },
    inputs: (route: RouteName): unknown[] =>
      studio.requests.filter((request) => request.route === route).map(({ input }) => input),
  }
  const findJob = (id: string): Job => findById(studio.jobs, id)
  const handlers: Partial<Handlers> = {
    'library.page': async ({ before, after, limit, trash, search }) => {
      const list = (trash ? studio.trashed : studio.tiles).filter(({ title }) => title.includes(search ?? ''))
      if (after !== undefined) {
        const from = after === null ? list.length : list.findIndex(({ id }) => id === after)
        const items = list.slice(Math.max(0, from - limit), from)
        const previous = from > limit ? (items[0]?.id ?? null) : null
        const next = after === null ? null : (items.at(-1)?.id ?? null)
        return { tiles: items, next, previous, total: list.length, bytes: list.length * 1_000_000 }
      }
      const { items, next } = page(list, before, limit)
      return { tiles: items, next, total: list.length, bytes: list.length * 1_000_000 }
    },
    'library.asset': async ({ id }) => makeAssetDetail(findById([...studio.tiles, ...studio.trashed], id)),
    'library.trash': async ({ ids }) => {
      studio.trashed.unshift(...studio.tiles.filter(({ id }) => ids.includes(id)))
      studio.tiles = studio.tiles.filter(({ id }) => !ids.includes(id))
    },
    'library.star': async ({ ids, starred }) => {
      studio.tiles = studio.tiles.map((tile) =>
        ids.includes(tile.id) ? { ...tile, starredAt: starred ? 1 : null } : tile,
      )
    },
    'collections.list': async () => ({ collections: studio.collections }),
    'collections.add': async ({ ids }) => ({ changed: ids.length }),
    'collections.remove': async ({ ids }) => ({ changed: ids.length }),
    'library.restore': async ({ ids }) => {
      const restored = studio.trashed.filter(({ id }) => ids.includes(id))
      studio.trashed = studio.trashed.filter(({ id }) => !ids.includes(id))
      studio.tiles = [...studio.tiles, ...restored].sort((a, b) => b.createdAt - a.createdAt)
    },
    'library.empty_trash': async () => ({ deleted: studio.trashed.splice(0).length }),
    'jobs.list': async ({ scope, before, limit }) => {
      const list = studio.jobs.filter(({ state }) => scope === 'recent' || isOpen(state))
      const { items, next } = page(list, before, limit)
      return { jobs: items, next }
    },
    'jobs.get': async ({ id }) => ({
      ...findJob(id),
      values: { prompt: findJob(id).title, seed: 7 },
      request: '{}',
    }),
    'jobs.cancel': async ({ id }) => findJob(id),
    'jobs.try_again': async ({ id }) => findJob(id),
    'jobs.price': async () => ({
      state: 'priced',
      key: 'key',
      price: 4_213_000,
      quotedAt: 0,
      expiresAt: 9e15,
    }),
    'jobs.repeat': async ({ id }) => findJob(id),
    'jobs.decide': async ({ id }) => findJob(id),
    'studio.info': async () => ({
      version: '0',
      host: 'electron',
      dataFolder: '',
      capabilities: { openFolder: true, notifications: false, tray: false, keepAwake: false },
      notices: [],
    }),
    'operations.list': async () => ({ operations: tasks, listed: true, unknown: [] }),
    'library.reveal': async () => undefined,
    'spend.summary': async () => summary,
    ...moneyHandlers(options.money ?? {}),
  }
  const call: Bridge['call'] = async (route, input) => {
    studio.requests.push({ route, input })
    const handle = handlers[route]
    if (!handle || studio.failingRoutes.has(route))
      return { ok: false, error: { code: 'internal', money: 'none' } }
    return { ok: true, data: await handle(input) }
  }
  const bridge: Bridge = {
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
    saveFile: async (_place, id, fileName) => {
      studio.saved.push(`${id} ${fileName}`)
      return { ok: true, data: 'handed_over' }
    },
    addInputFile: async () => ({ ok: false, error: { code: 'not_supported', money: 'none' } }),
  }
  setBridge(bridge)
  return studio
}

const moneyHandlers = ({ report, balance, spans = [], rowJobs }: Money): Partial<Handlers> => ({
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
