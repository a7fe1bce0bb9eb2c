import { randomUUID } from 'node:crypto'
import type { Condition, LibraryFilter, LibrarySort } from '../../../src-preload/contract/types/filter.ts'
import type { RouteInput } from '../../../src-preload/contract/routes.ts'
import type { LibrarySamples } from '../librarySamples.ts'
import type { BenchStudio } from '../openStudio.ts'
import { createConnectionCalls } from './connectionCalls.ts'
import { createEnqueueCalls, createFormCalls } from './formCalls.ts'
import { createImportCalls } from './importCalls.ts'
import { createMaintenanceCalls } from './maintenanceCalls.ts'
import { createGallerySideCalls } from './gallerySideCalls.ts'
import { type RouteCall, routeVariants } from './RouteCall.ts'
import { plainPlan } from '../../../src-main/studio/jobs/batches/testing.ts'

const OPERATION = 'txt2img'
const PLAN = { ...plainPlan, count: 20 }
const GROUPINGS = ['day', 'model', 'task', 'collection', 'connection', 'batch'] as const
const EXPORT_NAMES = { total: 1000, template: '{date} {model} {prompt} {seed}', format: 'original' } as const

/**
 * The calls that a window makes of every route of the contract, with one or more variants each; `n` is the number of
 * a call.
 */
export async function createRouteCalls(studio: BenchStudio, samples: LibrarySamples): Promise<RouteCall[]> {
  const { handlers } = studio
  const variants = routeVariants(handlers)
  const { models } = await handlers['models.list']({ operation: OPERATION })
  const [model = '', second] = models.map(({ slug }) => slug)
  const { defaults } = await handlers['forms.open']({ operation: OPERATION, model })
  const values = (n: number) => ({ ...defaults, prompt: `a lighthouse, number ${n}` })
  const draft = (n: number) => ({ operation: OPERATION, model, values: values(n) })
  const preview = async (n: number) => {
    const previewed = await handlers['batches.preview']({ ...draft(n), plan: PLAN })
    const { total } = await handlers['batches.price']({ preview: previewed.id, limit: 100 })
    return { preview: previewed.id, total }
  }
  const pick = (list: readonly string[]) => (n: number) => list[n % Math.max(1, list.length)] ?? ''
  /** Creates inputs from samples that only one call can use; null after the last. */
  const useUp =
    <T>(list: readonly string[], createInput: (id: string) => T) =>
    (n: number) => {
      const id = list[n]
      return id === undefined ? null : createInput(id)
    }
  const asset = pick(samples.assets)
  const prompted = pick(samples.prompted)
  const job = pick(samples.jobs)
  const batch = pick(samples.batches)
  const jobCursor = pick(samples.jobCursors)
  const resultCursor = pick(samples.resultCursors)
  const text = pick(samples.texts)
  const embedding = pick(samples.embeddings)
  const collection = pick(samples.collections)
  const largest = samples.collections[0] ?? ''
  const enqueueJob = async (n: number) =>
    (await handlers['jobs.enqueue']({ ...click(), ...draft(n), quote: null })).id
  const click = () => ({ idempotencyKey: randomUUID(), another: true })
  const noInput = { '': () => undefined }
  const createBatch = async (n: number) => {
    const input = {
      ...(await preview(n)),
      idempotencyKey: randomUUID(),
      name: 'Bench',
      skip: [],
      unpriced: true,
      cap: null,
    }
    return { id: (await handlers['batches.enqueue'](input)).id }
  }
  const createCollection = async (n: number) =>
    handlers['collections.create']({ name: `bench ${n} ${randomUUID()}` })
  /** Adds a tag to many results and returns its name. */
  const tagMany = async (n: number) => {
    const name = `large ${n}`
    await handlers['library.tag']({ ids: samples.newest, add: [name], remove: [] })
    return name
  }
  const list = (
    filter: Partial<LibraryFilter>,
    sort: LibrarySort = { by: 'date', descending: true },
  ): RouteInput<'library.page'> => ({
    before: null,
    limit: 100,
    filter: { trash: false, search: '', conditions: [], ...filter },
    sort,
  })
  const pickFilter = ({ filter, sort }: RouteInput<'library.page'>) => ({ filter, sort })
  const starred: Condition = { field: 'starred', is: true }
  const search = { id: 'bench', ...pickFilter(list({ conditions: [starred] })) }
  const [embeddingModel] = (await handlers['models.list']({ operation: 'txt2embedding' })).models
  const meaning = (n: number) => ({
    filter: list({}).filter,
    meaning: { id: prompted(n) },
    model: embeddingModel?.slug ?? '',
  })
  const ofKind = (kind: string): Condition => ({ field: 'kind', is: true, values: [kind] })
  const inCollection = (id: string): Condition => ({ field: 'collection', is: true, values: [id] })
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
    ...createConnectionCalls(handlers, connection),
    ...variants('operations.list', noInput),
    ...variants('models.list', { '': () => ({ operation: OPERATION }), all: () => ({ operation: null }) }),
    ...variants('forms.open', { '': () => ({ operation: OPERATION, model }) }),
    ...variants('forms.check', { '': draft }),
    ...variants('forms.adapt', { '': (n) => ({ ...draft(n), model: second ?? model }) }),
    ...variants('quotes.price', { '': (n) => ({ ...draft(n), draftId: 'bench', kind: 'choice' }) }),
    ...createMaintenanceCalls(handlers, { connection, model }),
    ...createImportCalls(studio),
    ...variants('jobs.list', {
      open: () => ({ scope: 'open', limit: 100, before: null }),
      recent: () => ({ scope: 'recent', limit: 100, before: null }),
      'further down': (n) => ({ scope: 'recent', limit: 100, before: jobCursor(n) }),
    }),
    ...variants('jobs.get', { '': (n) => ({ id: job(n) }) }),
    ...variants('jobs.price', { '': (n) => ({ id: job(n) }) }),
    ...variants('jobs.resolve_uncertain', {
      close: useUp(samples.uncertain, (id) => ({ id, choice: 'close' })),
    }),
    ...createFormCalls(handlers, samples, draft),
    ...variants('batches.table', { '': () => ({ text: 'prompt,seed\na,1\nb,2\n', format: 'csv' }) }),
    ...variants('batches.preview', { '': (n) => ({ ...draft(n), plan: PLAN }) }),
    ...variants('batches.price', { '': async (n) => ({ preview: (await preview(n)).preview, limit: 20 }) }),
    ...variants('batches.rows', {
      '': async (n) => ({ preview: (await preview(n)).preview, from: 0, limit: 20 }),
    }),
    ...variants('batches.list', noInput),
    ...variants('batches.grid', { '': (n) => ({ id: batch(n) }) }),
    ...variants('batches.grid_of', { '': (n) => ({ job: job(n) }) }),
    ...variants('batches.rename', { '': (n) => ({ id: batch(n), name: `Renamed ${n}` }) }),
    ...variants('batches.set_limit', { '': (n) => ({ id: batch(n), cap: null }) }),
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
    ...variants('queue.ids', { '': () => ({ filter: { states: ['saved'] } }) }),
    ...variants('queue.selection', { '': (n) => ({ ids: [pick(samples.queued)(n)] }) }),
    ...variants('queue.results', { '': (n) => ({ ids: [job(n)] }) }),
    ...variants('queue.try_again', { '': (n) => ({ ids: [job(n)] }) }),
    ...variants('queue.offer_retry', { '': (n) => ({ batch: batch(n) }) }),
    ...variants('queue.away_summary', {
      '': () => undefined,
      'a week': () => ({ since: Date.now() - 7 * 86_400_000, until: Date.now() }),
    }),
    ...variants('queue.mark_seen', noInput),
    ...variants('budgets.get', noInput),
    ...variants('budgets.set', { '': () => ({ scope: { kind: 'month' as const }, cap: null }) }),
    ...variants('inputs.page', {
      '': () => ({ before: null, limit: 100, kinds: ['image'] }),
      search: () => ({ before: null, limit: 100, kinds: ['image'], search: 'nothing of this' }),
    }),
    ...variants('files.parameters', { '': (n) => ({ id: asset(n) }) }),
    ...(['inputs.usage', 'inputs.clean', 'progress.get', 'progress.estimates'] as const).flatMap((route) =>
      variants(route, noInput),
    ),
    ...variants('library.page', {
      newest: () => list({}),
      'further down': (n) => ({ ...list({}), before: resultCursor(n) }),
      upwards: (n) => ({ ...list({}), after: resultCursor(n) }),
      'oldest first': () => list({}, { by: 'date', descending: false }),
      trash: () => list({ trash: true }),
      starred: () => list({ conditions: [starred] }),
      'a rare kind': () => list({ conditions: [ofKind('other')] }),
      'a collection': (n) => list({ conditions: [inCollection(collection(n))] }),
      'stars of a collection': () => list({ conditions: [inCollection(largest), starred] }),
      'trash of a collection': () => list({ trash: true, conditions: [inCollection(largest)] }),
      'by price': () => list({}, { by: 'price', descending: true }),
      'search, common': (n) => list({ search: `${samples.searchWords.common}${' '.repeat(n % 7)}` }),
      'search, one letter': (n) => list({ search: 'aeiou'[n % 5] ?? 'a' }),
      'search, middle': () => list({ search: samples.searchWords.middle }),
      'search, nothing': () => list({ search: samples.searchWords.none }),
      'search of a kind': () => list({ search: samples.searchWords.common, conditions: [ofKind('other')] }),
      'search in the trash': () => list({ search: samples.searchWords.common, trash: true }),
    }),
    ...variants('library.ids', { '': () => ({ ...list({}), limit: 10_000 }) }),
    ...variants('library.count', {
      all: () => ({ filter: list({}).filter }),
      'of a search': () => ({ filter: list({ search: samples.searchWords.common }).filter }),
    }),
    ...variants('library.facets', {
      all: () => ({ filter: list({}).filter }),
      'of stars': () => ({ filter: search.filter }),
    }),
    ...createGallerySideCalls(studio),
    ...variants('searches.list', noInput),
    ...variants('searches.summaries', { '': () => ({ searches: [search] }) }),
    ...variants('searches.save', { '': (n) => ({ ...search, name: `Search ${n}` }) }),
    ...variants('searches.delete', { '': () => ({ id: 'bench' }) }),
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
    ...variants('library.rate', {
      one: (n) => ({ ids: [asset(n)], rating: n % 6 }),
      many: (n) => ({ ids: samples.newest, rating: n % 6 }),
    }),
    ...variants('library.note', { '': (n) => ({ id: asset(n), note: `Note ${n}` }) }),
    ...variants('library.tag', {
      one: (n) => ({ ids: [asset(n)], add: [`one ${n}`], remove: [] }),
      many: (n) => ({ ids: samples.newest, add: [`many ${n}`, 'bench'], remove: [`many ${n - 1}`] }),
    }),
    ...variants('tags.count', { many: () => ({ ids: samples.newest }) }),
    ...variants('tags.list', {
      'most used': () => ({ search: '', limit: 50 }),
      search: () => ({ search: 'on', limit: 50 }),
      further: () => ({ search: '', skip: 200, limit: 200 }),
    }),
    ...variants('tags.rename', {
      large: async (n) => ({ name: await tagMany(n), newName: `new ${n}`, merge: true }),
    }),
    ...variants('tags.delete', { large: async (n) => ({ name: await tagMany(n) }) }),
    ...variants('tags.undo', {
      large: async (n) => handlers['tags.delete']({ name: await tagMany(n) }),
    }),
    ...variants('tags.missing', { '': (n) => ({ names: [`many ${n}`, 'bench', 'none'] }) }),
    ...variants('library.uses', { '': (n) => ({ id: asset(n) }) }),
    ...variants('exports.names', { '': (n) => ({ ids: [asset(n)], ...EXPORT_NAMES }) }),
    ...variants('exports.copy', { '': (n) => ({ id: asset(n) }) }),
    ...variants('exports.parameters', { '': (n) => ({ id: asset(n) }) }),
    ...variants('library.tiles', { '': () => ({ ids: samples.assets.slice(0, 200) }) }),
    ...variants('library.lineage', { '': (n) => ({ id: asset(n) }) }),
    ...variants('library.file_state', { '': (n) => ({ id: asset(n) }) }),
    ...variants('library.transcript', { '': (n) => ({ id: text(n) }) }),
    ...variants('library.edit_text', { '': (n) => ({ id: text(n), text: `Edited ${n}` }) }),
    ...variants('library.revert_text', { '': (n) => ({ id: text(n) }) }),
    ...variants('library.export', { '': (n) => ({ id: text(n), format: 'txt' }) }),
    ...variants('library.embedding', { '': (n) => ({ id: embedding(n) }) }),
    ...variants('library.similar', { '': (n) => ({ id: asset(n), limit: 20 }) }),
    ...variants('images.unhashed', { '': () => ({ before: null, limit: 50 }) }),
    ...variants('images.hash_progress', noInput),
    ...variants('images.save_hash', {
      '': (n) => ({ id: asset(n), hash: n.toString(16).padStart(16, '0') }),
    }),
    ...variants('meaning.rank', { '': (n) => ({ ...meaning(n), limit: 200 }) }),
    ...variants('meaning.offer', { '': meaning }),
    ...variants('meaning.enqueue', {
      '': async (n) => {
        const { preview } = await handlers['meaning.offer'](meaning(n))
        if (!preview) return null
        const { total } = await handlers['batches.price']({ preview: preview.id, limit: 100 })
        return { preview: preview.id, idempotencyKey: randomUUID(), name: `texts ${n}`, total }
      },
    }),
    ...variants('library.neighbours', { '': (n) => ({ id: embedding(n), limit: 20 }) }),
    ...variants('library.embeddings', {
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
    ...variants('collections.move', {
      '': async (n) => ({ id: (await createCollection(n)).id, parentId: (await createCollection(n)).id }),
    }),
    ...variants('collections.set_cover', { '': (n) => ({ id: collection(n), assetId: null }) }),
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
    ...variants('collections.restore', {
      '': async (n) => {
        const { id } = await createCollection(n)
        await handlers['collections.delete']({ id })
        return { id }
      },
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
    ...createEnqueueCalls(handlers, draft),
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
