import { randomUUID } from 'node:crypto'
import type { Plan } from '../../src-preload/contract/types/batch.ts'
import type { RouteInput, RouteName } from '../../src-preload/contract/routes.ts'
import type { HostRoute } from '../../src-main/studio/Studio.ts'
import type { LibrarySamples } from './librarySamples.ts'
import type { BenchStudio } from './openStudio.ts'

type Route = Exclude<RouteName, HostRoute>

/** One variant of calling a route. */
export interface RouteCall {
  route: Route
  variant: string
  /** Changes many rows in slices; the longest time it blocks the thread is measured. */
  isSliced: boolean
  /** Prepares the call and returns it; null when there is nothing left to call it with. */
  prepare: (n: number) => Promise<(() => Promise<unknown>) | null>
}

/** Variants that change as many rows as the user selected. */
const SLICED = [
  'library.trash many',
  'library.restore many',
  'library.star many',
  'library.empty_trash',
  'collections.create many',
  'collections.add many',
  'collections.remove many',
  'collections.delete large',
]

const OPERATION = 'txt2img'
const PLAN: Plan = {
  count: 20,
  seeds: 'new',
  variants: true,
  wildcards: {},
  axes: [],
  table: null,
  files: null,
}
const GROUPINGS = ['day', 'model', 'task', 'collection', 'connection', 'batch'] as const

/** The inputs a window uses for every route of the contract, by name of the variant; `n` counts the calls. */
export async function createRouteCalls(
  { handlers }: BenchStudio,
  samples: LibrarySamples,
): Promise<RouteCall[]> {
  const callHandler: { [R in Route]: (input: RouteInput<R>) => Promise<unknown> } = handlers
  const variants = <R extends Route>(
    route: R,
    inputs: Record<string, (n: number) => RouteInput<R> | null | Promise<RouteInput<R> | null>>,
  ): RouteCall[] =>
    Object.entries(inputs).map(([variant, createInput]) => ({
      route,
      variant,
      isSliced: SLICED.includes(`${route} ${variant}`.trim()),
      prepare: async (n) => {
        const input = await createInput(n)
        return input === null ? null : () => callHandler[route](input)
      },
    }))
  const { models } = await handlers['models.list']({ operation: OPERATION })
  const [first, second] = models.map(({ slug }) => slug)
  const model = first ?? ''
  const { defaults } = await handlers['forms.open']({ operation: OPERATION, model })
  const values = (n: number) => ({ ...defaults, prompt: `a lighthouse, number ${n}` })
  const draft = (n: number) => ({ operation: OPERATION, model, values: values(n) })
  const preview = async (n: number) => {
    const previewed = await handlers['batches.preview']({ ...draft(n), plan: PLAN })
    const { total } = await handlers['batches.price']({ preview: previewed.id, most: 100 })
    return { preview: previewed.id, total }
  }
  const pick = (list: readonly string[]) => (n: number) => list[n % Math.max(1, list.length)] ?? ''
  /** The input for the next of the samples that a call uses up; null after the last. */
  const useUp =
    <T>(list: readonly string[], createInput: (id: string) => T) =>
    (n: number) => {
      const id = list[n]
      return id === undefined ? null : createInput(id)
    }
  const [asset, job, batch, position] = [
    pick(samples.assets),
    pick(samples.jobs),
    pick(samples.batches),
    pick(samples.positions),
  ]
  const [text, embedding, collection] = [
    pick(samples.texts),
    pick(samples.embeddings),
    pick(samples.collections),
  ]
  const largest = samples.collections[0] ?? ''
  const enqueueJob = async (n: number) =>
    (await handlers['jobs.enqueue']({ ...click(), ...draft(n), quote: null })).id
  const click = () => ({ idempotencyKey: randomUUID(), another: true })
  const noInput = { '': () => undefined }
  const createBatch = async (n: number) => {
    const plan = {
      ...(await preview(n)),
      idempotencyKey: randomUUID(),
      name: 'Bench',
      skip: [],
      unpriced: true,
      cap: null,
    }
    return { id: (await handlers['batches.enqueue'](plan)).id }
  }
  const createCollection = async (n: number) =>
    handlers['collections.create']({ name: `bench ${n} ${randomUUID()}` })
  const page = { limit: 100, trash: false }
  const period = { from: samples.days.last, to: samples.days.last }
  const connection = 'sandbox'
  return [
    ...variants('studio.info', noInput),
    ...variants('studio.dismiss_notice', { '': () => ({ id: 'none' }) }),
    ...variants('settings.get', noInput),
    ...variants('settings.set', { '': () => ({ saveAlternatives: false }) }),
    ...variants('spend.summary', noInput),
    ...variants('spend.report', {
      ...Object.fromEntries(
        GROUPINGS.map((by) => [`month by ${by}`, () => ({ period: 'month' as const, by })]),
      ),
      ...Object.fromEntries(GROUPINGS.map((by) => [`all by ${by}`, () => ({ period: 'all' as const, by })])),
    }),
    ...variants('spend.jobs', {
      'of a day': () => ({ period, by: 'day', key: samples.days.last, before: null, limit: 50 }),
      'of a task, all': () => ({ period: 'all', by: 'task', key: OPERATION, before: null, limit: 50 }),
      'of a collection, all': () => ({
        period: 'all',
        by: 'collection',
        key: largest,
        before: null,
        limit: 50,
      }),
    }),
    ...variants('spend.export', { 'of a day': () => ({ period, bom: false }) }),
    ...variants('balance.get', { '': () => ({ connectionId: connection }) }),
    ...variants('balance.warn_below', { '': () => ({ connectionId: connection, warnBelow: null }) }),
    ...variants('balance.spans', { '': () => ({ connectionId: connection }) }),
    ...variants('balance.hints', noInput),
    ...variants('connections.list', noInput),
    ...variants('connections.add', {}),
    ...variants('connections.update', {}),
    ...variants('connections.remove', {}),
    ...variants('connections.select', { '': () => ({ id: connection }) }),
    ...variants('connections.test', { '': () => ({ id: connection }) }),
    ...variants('connections.use_sandbox', noInput),
    ...variants('connections.health', noInput),
    ...variants('connections.try_again', { '': () => ({ id: connection, immediately: true }) }),
    ...variants('operations.list', noInput),
    ...variants('models.list', { '': () => ({ operation: OPERATION }) }),
    ...variants('models.refresh', noInput),
    ...variants('forms.open', { '': () => ({ operation: OPERATION, model }) }),
    ...variants('forms.check', { '': draft }),
    ...variants('forms.carry', { '': (n) => ({ ...draft(n), model: second ?? model }) }),
    ...variants('quotes.price', { '': (n) => ({ ...draft(n), draft: 'bench', kind: 'choice' }) }),
    ...variants('catalogue.overrides', noInput),
    ...variants('catalogue.reload', noInput),
    ...variants('jobs.list', {
      open: () => ({ scope: 'open', limit: 100, before: null }),
      recent: () => ({ scope: 'recent', limit: 100, before: null }),
      'further down': (n) => ({ scope: 'recent', limit: 100, before: position(n) }),
    }),
    ...variants('jobs.get', { '': (n) => ({ id: job(n) }) }),
    ...variants('jobs.price', { '': (n) => ({ id: job(n) }) }),
    ...variants('jobs.decide', { close: useUp(samples.uncertain, (id) => ({ id, choice: 'close' })) }),
    ...variants('batches.table', { '': () => ({ text: 'prompt,seed\na,1\nb,2\n', format: 'csv' }) }),
    ...variants('batches.preview', { '': (n) => ({ ...draft(n), plan: PLAN }) }),
    ...variants('batches.price', { '': async (n) => ({ preview: (await preview(n)).preview, most: 20 }) }),
    ...variants('batches.rows', {
      '': async (n) => ({ preview: (await preview(n)).preview, from: 0, limit: 20 }),
    }),
    ...variants('batches.list', noInput),
    ...variants('batches.grid', { '': (n) => ({ id: batch(n) }) }),
    ...variants('batches.grid_of', { '': (n) => ({ job: job(n) }) }),
    ...variants('batches.rename', { '': (n) => ({ id: batch(n), name: `Renamed ${n}` }) }),
    ...variants('batches.cap', { '': (n) => ({ id: batch(n), cap: null }) }),
    ...variants('queue.page', {
      alone: () => ({ filter: { batch: null }, cursor: null, limit: 100 }),
      'alone, ended': () => ({
        filter: { batch: null, states: ['saved', 'failed'] },
        cursor: null,
        limit: 100,
      }),
      all: () => ({ filter: {}, cursor: null, limit: 100 }),
      failed: () => ({ filter: { states: ['failed', 'rejected'] }, cursor: null, limit: 100 }),
      'of a batch': (n) => ({ filter: { batch: batch(n), states: ['saved'] }, cursor: null, limit: 100 }),
      'search, common': () => ({ filter: { search: samples.searchWords.common }, cursor: null, limit: 100 }),
      'search, nothing': () => ({ filter: { search: samples.searchWords.none }, cursor: null, limit: 100 }),
      'search of ended, nothing': () => ({
        filter: { batch: null, search: samples.searchWords.none, states: ['saved', 'failed'] },
        cursor: null,
        limit: 100,
      }),
    }),
    ...variants('queue.summary', noInput),
    ...variants('queue.resume', {}),
    ...variants('queue.pause', noInput),
    ...variants('queue.move', {
      'one to the front': (n) => ({ ids: [pick(samples.queued)(n)], to: 'front' }),
      'a batch to the back': (n) => ({ batch: pick(samples.openBatches)(n), to: 'back' }),
    }),
    ...variants('queue.away', {
      '': () => undefined,
      'a week': () => ({ since: Date.now() - 7 * 86_400_000, until: Date.now() }),
    }),
    ...variants('queue.seen', noInput),
    ...variants('budgets.get', noInput),
    ...variants('budgets.set', { '': () => ({ scope: 'month', cap: null }) }),
    ...variants('inputs.page', {
      '': () => ({ before: null, limit: 100, kinds: ['image'] }),
      search: () => ({ before: null, limit: 100, kinds: ['image'], search: 'nothing of this' }),
    }),
    ...variants('inputs.usage', noInput),
    ...variants('inputs.clean', noInput),
    ...variants('work.progress', noInput),
    ...variants('work.times', noInput),
    ...variants('library.page', {
      newest: () => ({ ...page, before: null }),
      'further down': (n) => ({ ...page, before: position(n) }),
      upwards: (n) => ({ ...page, before: null, after: position(n) }),
      trash: () => ({ ...page, trash: true, before: null }),
      starred: () => ({ ...page, starred: true, before: null }),
      'starred of a kind': () => ({ ...page, starred: true, kinds: ['embedding'], before: null }),
      'a kind': () => ({ ...page, kinds: ['embedding'], before: null }),
      'a rare kind': () => ({ ...page, kinds: ['other'], before: null }),
      'a collection': (n) => ({ ...page, collection: collection(n), before: null }),
      'a kind in a collection': () => ({ ...page, collection: largest, kinds: ['other'], before: null }),
      'stars of a collection': () => ({ ...page, collection: largest, starred: true, before: null }),
      'trash of a collection': () => ({ ...page, collection: largest, trash: true, before: null }),
      'search, common': (n) => ({
        ...page,
        search: `${samples.searchWords.common}${' '.repeat(n % 7)}`,
        before: null,
      }),
      'search, one letter': (n) => ({ ...page, search: 'aeiou'[n % 5] ?? 'a', before: null }),
      'search, middle': () => ({ ...page, search: samples.searchWords.middle, before: null }),
      'search, nothing': () => ({ ...page, search: samples.searchWords.none, before: null }),
      'search of a kind': () => ({
        ...page,
        search: samples.searchWords.common,
        kinds: ['other'],
        before: null,
      }),
      'search in a collection': () => ({
        ...page,
        search: samples.searchWords.common,
        collection: pick(samples.collections)(20),
        before: null,
      }),
      'search of stars': () => ({ ...page, search: samples.searchWords.common, starred: true, before: null }),
      'search in the trash': () => ({
        ...page,
        search: samples.searchWords.common,
        trash: true,
        before: null,
      }),
    }),
    ...variants('library.asset', { '': (n) => ({ id: asset(n) }) }),
    ...variants('library.star', {
      one: (n) => ({ ids: [asset(n)], starred: n % 2 === 0 }),
      many: (n) => ({ ids: samples.newest, starred: n % 2 === 0 }),
    }),
    ...variants('library.trash', {
      one: (n) => ({ ids: [asset(n)] }),
      many: async () => {
        await handlers['library.restore']({ ids: samples.newest })
        return { ids: samples.newest }
      },
    }),
    ...variants('library.restore', {
      one: (n) => ({ ids: [asset(n)] }),
      many: async () => {
        await handlers['library.trash']({ ids: samples.newest })
        return { ids: samples.newest }
      },
    }),
    ...variants('library.uses', { '': (n) => ({ id: asset(n) }) }),
    ...variants('library.lineage', { '': (n) => ({ id: asset(n) }) }),
    ...variants('library.transcript', { '': (n) => ({ id: text(n) }) }),
    ...variants('library.edit_text', { '': (n) => ({ id: text(n), text: `Edited ${n}` }) }),
    ...variants('library.revert_text', { '': (n) => ({ id: text(n) }) }),
    ...variants('library.export', { '': (n) => ({ id: text(n), format: 'txt' }) }),
    ...variants('library.embedding', { '': (n) => ({ id: embedding(n) }) }),
    ...variants('library.neighbours', { '': (n) => ({ id: embedding(n), limit: 20 }) }),
    ...variants('library.map', {
      '': () => ({ before: null, limit: 500 }),
      'of one': (n) => ({ id: embedding(n), before: null, limit: 500 }),
    }),
    ...variants('collections.list', noInput),
    ...variants('collections.create', {
      '': (n) => ({ name: `new ${n} ${randomUUID()}`, ids: samples.assets }),
      many: (n) => ({ name: `many ${n} ${randomUUID()}`, ids: samples.newest }),
    }),
    ...variants('collections.rename', {
      '': async (n) => ({ id: (await createCollection(n)).id, name: `renamed ${n} ${randomUUID()}` }),
    }),
    ...variants('collections.add', {
      '': (n) => ({ id: collection(n), ids: samples.assets }),
      many: (n) => ({ id: collection(n), ids: samples.newest }),
    }),
    ...variants('collections.remove', {
      '': (n) => ({ id: collection(n), ids: samples.assets }),
      many: (n) => ({ id: collection(n), ids: samples.newest }),
    }),
    ...variants('collections.delete', {
      empty: async (n) => ({ id: (await createCollection(n)).id }),
      large: useUp(samples.collections, (id) => ({ id })),
    }),
    ...variants('library.empty_trash', {
      '': async (n) => {
        const ids = samples.newest.slice(n * 500, (n + 1) * 500)
        if (ids.length === 0) return null
        await handlers['library.trash']({ ids })
        return undefined
      },
    }),
    // Last, because they leave jobs behind, which are priced and sent for minutes.
    ...variants('jobs.enqueue', { '': (n) => ({ ...click(), ...draft(n), quote: null }) }),
    ...variants('jobs.cancel', { '': async (n) => ({ id: await enqueueJob(n) }) }),
    ...variants('jobs.try_again', {
      queued: async (n) => ({ id: await enqueueJob(n) }),
      unsaved: useUp(samples.unsaved, (id) => ({ id })),
    }),
    ...variants('jobs.repeat', {
      '': useUp(samples.failed, (id) => ({ id, idempotencyKey: randomUUID(), quote: null })),
    }),
    // Rejected after reading the job, because only a job whose price changed can be accepted again.
    ...variants('jobs.accept_price', {
      refused: async (n) => ({
        id: await enqueueJob(n),
        quote: { key: 'none', price: 1, quotedAt: Date.now() },
      }),
    }),
    ...variants('batches.enqueue', {
      '': async (n) => ({
        ...(await preview(n)),
        idempotencyKey: randomUUID(),
        name: 'Bench',
        skip: [],
        unpriced: true,
        cap: null,
      }),
    }),
    ...variants('batches.pause', { '': createBatch, large: (n) => ({ id: pick(samples.openBatches)(n) }) }),
    ...variants('batches.resume', { '': createBatch, large: (n) => ({ id: pick(samples.openBatches)(n) }) }),
    ...variants('batches.requote', { '': createBatch }),
    ...variants('batches.accept_price', {
      '': async (n) => {
        const batch = await createBatch(n)
        return { ...batch, total: (await handlers['batches.requote'](batch)).total }
      },
    }),
    ...variants('queue.cancel', { 'of a list': async (n) => ({ ids: [await enqueueJob(n)] }) }),
  ]
}
