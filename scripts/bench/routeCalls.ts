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
  way: string
  /** Changes many rows in slices; the longest time it blocks the thread is measured. */
  isSliced: boolean
  /** Prepares the call and returns it. */
  prepare: (n: number) => Promise<() => Promise<unknown>>
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
const BY = ['day', 'model', 'task', 'collection', 'connection', 'batch'] as const

/** The inputs a window uses for every route of the contract, by name of the variant; `n` counts the calls. */
export async function routeCalls({ handlers }: BenchStudio, samples: LibrarySamples): Promise<RouteCall[]> {
  const answers: { [R in Route]: (input: RouteInput<R>) => Promise<unknown> } = handlers
  const ways = <R extends Route>(
    route: R,
    inputs: Record<string, (n: number) => RouteInput<R> | Promise<RouteInput<R>>>,
  ): RouteCall[] =>
    Object.entries(inputs).map(([way, inputOf]) => ({
      route,
      way,
      isSliced: SLICED.includes(`${route} ${way}`.trim()),
      prepare: async (n) => {
        const input = await inputOf(n)
        return () => answers[route](input)
      },
    }))
  const { models } = await handlers['models.list']({ operation: OPERATION })
  const [first, second] = models.map(({ slug }) => slug)
  const model = first ?? ''
  const { defaults } = await handlers['forms.open']({ operation: OPERATION, model })
  const values = (n: number) => ({ ...defaults, prompt: `a lighthouse, number ${n}` })
  const draft = (n: number) => ({ operation: OPERATION, model, values: values(n) })
  const preview = async (n: number) => {
    const seen = await handlers['batches.preview']({ ...draft(n), plan: PLAN })
    const { total } = await handlers['batches.price']({ preview: seen.id, most: 100 })
    return { preview: seen.id, total }
  }
  const of = (list: readonly string[]) => (n: number) => list[n % Math.max(1, list.length)] ?? ''
  const [asset, job, batch, place] = [
    of(samples.assets),
    of(samples.jobs),
    of(samples.batches),
    of(samples.places),
  ]
  const [text, embedding, collection] = [of(samples.texts), of(samples.embeddings), of(samples.collections)]
  const largest = samples.collections[0] ?? ''
  const own = async (n: number) =>
    (await handlers['jobs.enqueue']({ ...click(n), ...draft(n), quote: null })).id
  const click = (n: number) => ({ idempotencyKey: randomUUID(), another: n >= 0 })
  const nothing = { '': () => undefined }
  const ownBatch = async (n: number) => {
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
  const ownCollection = async (n: number) =>
    handlers['collections.create']({ name: `bench ${n} ${randomUUID()}` })
  const page = { limit: 100, trash: false }
  const period = { from: samples.days.last, to: samples.days.last }
  const connection = 'sandbox'
  return [
    ...ways('studio.info', nothing),
    ...ways('studio.dismiss_notice', { '': () => ({ id: 'none' }) }),
    ...ways('settings.get', nothing),
    ...ways('settings.set', { '': () => ({ saveAlternatives: false }) }),
    ...ways('spend.summary', nothing),
    ...ways('spend.report', {
      ...Object.fromEntries(BY.map((by) => [`month by ${by}`, () => ({ period: 'month' as const, by })])),
      ...Object.fromEntries(BY.map((by) => [`all by ${by}`, () => ({ period: 'all' as const, by })])),
    }),
    ...ways('spend.jobs', {
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
    ...ways('spend.export', { 'of a day': () => ({ period, bom: false }) }),
    ...ways('balance.get', { '': () => ({ connectionId: connection }) }),
    ...ways('balance.warn_below', { '': () => ({ connectionId: connection, low: null }) }),
    ...ways('balance.spans', { '': () => ({ connectionId: connection }) }),
    ...ways('balance.hints', nothing),
    ...ways('connections.list', nothing),
    ...ways('connections.add', {}),
    ...ways('connections.update', {}),
    ...ways('connections.remove', {}),
    ...ways('connections.select', { '': () => ({ id: connection }) }),
    ...ways('connections.test', { '': () => ({ id: connection }) }),
    ...ways('connections.use_sandbox', nothing),
    ...ways('connections.health', nothing),
    ...ways('connections.try_again', { '': () => ({ id: connection, asked: true }) }),
    ...ways('operations.list', nothing),
    ...ways('models.list', { '': () => ({ operation: OPERATION }) }),
    ...ways('models.refresh', nothing),
    ...ways('forms.open', { '': () => ({ operation: OPERATION, model }) }),
    ...ways('forms.check', { '': draft }),
    ...ways('forms.carry', { '': (n) => ({ ...draft(n), model: second ?? model }) }),
    ...ways('quotes.price', { '': (n) => ({ ...draft(n), draft: 'bench', kind: 'choice' }) }),
    ...ways('catalogue.overrides', nothing),
    ...ways('catalogue.reload', nothing),
    ...ways('jobs.enqueue', { '': (n) => ({ ...click(n), ...draft(n), quote: null }) }),
    ...ways('jobs.list', {
      open: () => ({ scope: 'open', limit: 100, before: null }),
      recent: () => ({ scope: 'recent', limit: 100, before: null }),
      'further down': (n) => ({ scope: 'recent', limit: 100, before: place(n) }),
    }),
    ...ways('jobs.get', { '': (n) => ({ id: job(n) }) }),
    ...ways('jobs.cancel', { '': async (n) => ({ id: await own(n) }) }),
    ...ways('jobs.try_again', { '': (n) => ({ id: samples.unsaved[n] ?? '' }) }),
    ...ways('jobs.price', { '': (n) => ({ id: job(n) }) }),
    ...ways('jobs.repeat', {
      '': (n) => ({ id: samples.failed[n] ?? '', idempotencyKey: randomUUID(), quote: null }),
    }),
    ...ways('jobs.decide', { close: (n) => ({ id: samples.uncertain[n] ?? '', choice: 'close' }) }),
    // Rejected after reading the job, because only a job whose price changed can be accepted again.
    ...ways('jobs.accept_price', {
      refused: async (n) => ({ id: await own(n), quote: { key: 'none', price: 1, quotedAt: Date.now() } }),
    }),
    ...ways('batches.table', { '': () => ({ text: 'prompt,seed\na,1\nb,2\n', format: 'csv' }) }),
    ...ways('batches.preview', { '': (n) => ({ ...draft(n), plan: PLAN }) }),
    ...ways('batches.price', { '': async (n) => ({ preview: (await preview(n)).preview, most: 20 }) }),
    ...ways('batches.rows', {
      '': async (n) => ({ preview: (await preview(n)).preview, from: 0, limit: 20 }),
    }),
    ...ways('batches.enqueue', {
      '': async (n) => ({
        ...(await preview(n)),
        idempotencyKey: randomUUID(),
        name: 'Bench',
        skip: [],
        unpriced: true,
        cap: null,
      }),
    }),
    ...ways('batches.list', nothing),
    ...ways('batches.grid', { '': (n) => ({ id: batch(n) }) }),
    ...ways('batches.grid_of', { '': (n) => ({ job: job(n) }) }),
    ...ways('batches.pause', { '': ownBatch, large: (n) => ({ id: of(samples.openBatches)(n) }) }),
    ...ways('batches.resume', { '': ownBatch, large: (n) => ({ id: of(samples.openBatches)(n) }) }),
    ...ways('batches.requote', { '': ownBatch }),
    ...ways('batches.accept_price', {
      '': async (n) => {
        const own = await ownBatch(n)
        return { ...own, total: (await handlers['batches.requote'](own)).total }
      },
    }),
    ...ways('batches.rename', { '': (n) => ({ id: batch(n), name: `Renamed ${n}` }) }),
    ...ways('batches.cap', { '': (n) => ({ id: batch(n), cap: null }) }),
    ...ways('queue.page', {
      alone: () => ({ filter: { batch: null }, cursor: null, limit: 100 }),
      'alone, ended': () => ({
        filter: { batch: null, states: ['saved', 'failed'] },
        cursor: null,
        limit: 100,
      }),
      all: () => ({ filter: {}, cursor: null, limit: 100 }),
      failed: () => ({ filter: { states: ['failed', 'rejected'] }, cursor: null, limit: 100 }),
      'of a batch': (n) => ({ filter: { batch: batch(n), states: ['saved'] }, cursor: null, limit: 100 }),
      'search, common': () => ({ filter: { search: samples.words.common }, cursor: null, limit: 100 }),
      'search, nothing': () => ({ filter: { search: samples.words.none }, cursor: null, limit: 100 }),
      'search of ended, nothing': () => ({
        filter: { batch: null, search: samples.words.none, states: ['saved', 'failed'] },
        cursor: null,
        limit: 100,
      }),
    }),
    ...ways('queue.summary', nothing),
    ...ways('queue.resume', {}),
    ...ways('queue.pause', nothing),
    ...ways('queue.move', {
      'one to the front': (n) => ({ ids: [of(samples.queued)(n)], to: 'front' }),
      'a batch to the back': (n) => ({ batch: of(samples.openBatches)(n), to: 'back' }),
    }),
    ...ways('queue.cancel', { 'of a list': async (n) => ({ ids: [await own(n)] }) }),
    ...ways('queue.away', {
      '': () => undefined,
      'a week': () => ({ since: Date.now() - 7 * 86_400_000, until: Date.now() }),
    }),
    ...ways('queue.seen', nothing),
    ...ways('budgets.get', nothing),
    ...ways('budgets.set', { '': () => ({ scope: 'month', cap: null }) }),
    ...ways('inputs.page', {
      '': () => ({ before: null, limit: 100, kinds: ['image'] }),
      search: () => ({ before: null, limit: 100, kinds: ['image'], search: 'nothing of this' }),
    }),
    ...ways('inputs.usage', nothing),
    ...ways('inputs.clean', nothing),
    ...ways('work.progress', nothing),
    ...ways('work.times', nothing),
    ...ways('library.page', {
      newest: () => ({ ...page, before: null }),
      'further down': (n) => ({ ...page, before: place(n) }),
      upwards: (n) => ({ ...page, before: null, after: place(n) }),
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
        search: `${samples.words.common}${' '.repeat(n % 7)}`,
        before: null,
      }),
      'search, one letter': (n) => ({ ...page, search: 'aeiou'[n % 5] ?? 'a', before: null }),
      'search, middle': () => ({ ...page, search: samples.words.middle, before: null }),
      'search, nothing': () => ({ ...page, search: samples.words.none, before: null }),
      'search of a kind': () => ({ ...page, search: samples.words.common, kinds: ['other'], before: null }),
      'search in a collection': () => ({
        ...page,
        search: samples.words.common,
        collection: of(samples.collections)(20),
        before: null,
      }),
      'search of stars': () => ({ ...page, search: samples.words.common, starred: true, before: null }),
      'search in the trash': () => ({ ...page, search: samples.words.common, trash: true, before: null }),
    }),
    ...ways('library.asset', { '': (n) => ({ id: asset(n) }) }),
    ...ways('library.star', {
      one: (n) => ({ ids: [asset(n)], starred: n % 2 === 0 }),
      many: (n) => ({ ids: samples.newest, starred: n % 2 === 0 }),
    }),
    ...ways('library.trash', { one: (n) => ({ ids: [asset(n)] }), many: () => ({ ids: samples.newest }) }),
    ...ways('library.restore', { one: (n) => ({ ids: [asset(n)] }), many: () => ({ ids: samples.newest }) }),
    ...ways('library.uses', { '': (n) => ({ id: asset(n) }) }),
    ...ways('library.lineage', { '': (n) => ({ id: asset(n) }) }),
    ...ways('library.transcript', { '': (n) => ({ id: text(n) }) }),
    ...ways('library.edit_text', { '': (n) => ({ id: text(n), text: `Edited ${n}` }) }),
    ...ways('library.revert_text', { '': (n) => ({ id: text(n) }) }),
    ...ways('library.export', { '': (n) => ({ id: text(n), format: 'txt' }) }),
    ...ways('library.embedding', { '': (n) => ({ id: embedding(n) }) }),
    ...ways('library.neighbours', { '': (n) => ({ id: embedding(n), limit: 20 }) }),
    ...ways('library.map', {
      '': () => ({ before: null, limit: 500 }),
      'of one': (n) => ({ id: embedding(n), before: null, limit: 500 }),
    }),
    ...ways('collections.list', nothing),
    ...ways('collections.create', {
      '': (n) => ({ name: `new ${n} ${randomUUID()}`, ids: samples.assets }),
      many: (n) => ({ name: `many ${n} ${randomUUID()}`, ids: samples.newest }),
    }),
    ...ways('collections.rename', {
      '': async (n) => ({ id: (await ownCollection(n)).id, name: `renamed ${n} ${randomUUID()}` }),
    }),
    ...ways('collections.add', {
      '': (n) => ({ id: collection(n), ids: samples.assets }),
      many: (n) => ({ id: collection(n), ids: samples.newest }),
    }),
    ...ways('collections.remove', {
      '': (n) => ({ id: collection(n), ids: samples.assets }),
      many: (n) => ({ id: collection(n), ids: samples.newest }),
    }),
    ...ways('collections.delete', {
      empty: async (n) => ({ id: (await ownCollection(n)).id }),
      large: (n) => ({ id: samples.collections[n] ?? '' }),
    }),
    ...ways('library.empty_trash', nothing),
  ]
}
