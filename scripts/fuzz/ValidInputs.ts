import type { RouteName } from '../../src-preload/contract/routes.ts'
import type { Random } from './Random.ts'
import { MODELS } from './WorkingService.ts'
import { plainPlan } from '../../src-main/studio/jobs/batches/testing.ts'

const MAX_KEPT = 200

const PRESET = {
  name: 'Fox',
  operation: 'txt2img',
  model: null,
  service: null,
  values: { prompt: 'a fox' },
  picture: null,
}

/** Inputs that routes accept, made from the studio's earlier responses. */
export class ValidInputs {
  readonly #random: Random
  readonly #uuid: () => string
  /** Ids from responses, by the prefix of the routes that returned them. */
  readonly #ids = new Map<string, string[]>()
  /** Returned prices, with the drafts they apply to. */
  readonly #quotes: { draft: object; quote: object }[] = []

  readonly #previews: { preview: unknown; total: unknown }[] = []

  constructor(random: Random, uuid: () => string) {
    this.#random = random
    this.#uuid = uuid
  }

  /** The recorded ids of all kinds. */
  get ids(): readonly string[] {
    return [...this.#ids.values()].flat()
  }

  /** Records the ids and prices of a response. */
  record(route: string, input: unknown, response: unknown): void {
    const group = route.split('.')[0] ?? ''
    const data = toRecord(toRecord(response)['data'])
    if (route === 'batches.preview' || route === 'batches.price') {
      this.#previews.push({ preview: data['id'], total: data['total'] })
      if (this.#previews.length > MAX_KEPT) this.#previews.shift()
      return
    }
    this.#recordIds(group, response)
    if (route !== 'quotes.price' || data['state'] !== 'priced') return
    const { key, price, quotedAt } = data
    const { operation, model, values } = toRecord(input)
    this.#quotes.push({ draft: { operation, model, values }, quote: { key, price, quotedAt } })
    if (this.#quotes.length > MAX_KEPT) this.#quotes.shift()
  }

  /** An input the route probably accepts; undefined if its schema alone is enough to make one. */
  inputFor(route: RouteName): unknown {
    const id = this.#id(route.split('.')[0] ?? '')
    const idempotencyKey = this.#uuid()
    // Usually the newest, because others may belong to a removed connection.
    const priced = this.#random.chance(0.8) ? this.#quotes.at(-1) : this.#pick(this.#quotes)
    const quote = priced?.quote ?? { key: 'k', price: 1_360_000, quotedAt: 0 }
    const plan = this.#plan()
    const filter = { trash: false, search: '', conditions: [] }
    const sort = { by: 'date', descending: true }
    const known: Partial<Record<RouteName, () => unknown>> = {
      'forms.open': () => this.#model(),
      'forms.check': () => this.#draft(),
      'forms.adapt': () => this.#draft(),
      'models.list': () => this.#model(),
      'quotes.price': () => ({ ...this.#draft(), draftId: 'd', kind: 'choice' }),
      'jobs.enqueue': () => ({ ...(priced?.draft ?? this.#draft()), idempotencyKey, quote, another: true }),
      'jobs.enqueue_copies': () => ({
        ...(priced?.draft ?? this.#draft()),
        idempotencyKey,
        quote,
        another: true,
        copies: 2,
        total: 2 * Number(toRecord(quote)['price']),
      }),
      'presets.save': () => ({ ...PRESET, name: `Preset ${idempotencyKey}` }),
      'presets.import': () => ({
        text: JSON.stringify({ format: 'easel-presets', version: 1, presets: [PRESET] }),
      }),
      'snippets.save': () => ({ name: `Snippet ${idempotencyKey}`, text: 'a fox' }),
      'imports.add': () => ({ id: this.#id('inputs') }),
      'exports.copy': () => ({ id: this.#id('library') }),
      'exports.parameters': () => ({ id: this.#id('library') }),
      'jobs.list': () => ({ scope: this.#random.pick(['open', 'recent']), limit: 50, before: null }),
      'jobs.get': () => ({ id: this.#id('jobs') }),
      'jobs.repeat': () => ({ id, idempotencyKey, quote }),
      'jobs.accept_price': () => ({ id, quote }),
      'jobs.resolve_uncertain': () =>
        this.#random.pick<object>([
          { id, choice: 'found', requestId: idempotencyKey },
          { id, choice: 'send_again', idempotencyKey, quote },
          { id, choice: 'close' },
        ]),
      'batches.table': () => ({ text: 'prompt,steps\na fox,4\na cat,5', format: 'csv' }),
      'batches.preview': () => ({ ...this.#draft(), plan }),
      'batches.price': () => ({ preview: this.#pick(this.#previews)?.preview, limit: 10 }),
      'batches.rows': () => ({ preview: this.#pick(this.#previews)?.preview, from: 0, limit: 10 }),
      'batches.enqueue': () => ({
        ...(this.#previews.at(-1) ?? { preview: 'x', total: 0 }),
        idempotencyKey,
        name: 'A batch',
        skip: [],
        unpriced: this.#random.chance(0.5),
        cap: null,
      }),
      'batches.grid_of': () => ({ job: this.#id('jobs') }),
      'batches.rename': () => ({ id, name: `Batch ${idempotencyKey}` }),
      'batches.set_limit': () => ({ id, cap: this.#random.chance(0.5) ? null : 5_000_000_000 }),
      'batches.accept_price': () => ({ id, total: 2_720_000 }),
      'queue.page': () => ({
        filter: this.#random.pick<object>([{}, { states: ['queued'] }, { states: ['saved', 'failed'] }]),
        cursor: null,
        limit: 50,
      }),
      'queue.move': () => ({ ids: [this.#id('jobs')], to: 'front' }),
      'queue.cancel': () => ({ ids: [this.#id('jobs')] }),
      'library.page': () => ({ before: null, limit: 50, filter, sort }),
      'library.ids': () => ({ before: null, limit: 50, filter, sort }),
      'library.count': () => ({ filter }),
      'library.facets': () => ({ filter }),
      'library.count_conditions': () => ({ filter, conditions: [{ field: 'starred', is: true }] }),
      'library.timeline': () => ({ filter }),
      'library.values': () => ({ filter, sort }),
      'library.cursor': () => ({
        filter,
        sort,
        place: this.#random.pick<object>([{ rank: 3 }, { time: 1_700_000_000_000 }]),
      }),
      'searches.summaries': () => ({ searches: [{ id, filter }] }),
      'searches.save': () => ({ name: `Search ${idempotencyKey}`, filter, sort }),
      'library.star': () => ({ ids: [id], starred: this.#random.chance(0.5) }),
      'library.rate': () => ({ ids: [id], rating: this.#random.pick([0, 1, 5]) }),
      'library.tag': () => ({
        ids: [id],
        add: [this.#random.pick(['sea', 'Sea', 'fog'])],
        remove: this.#random.chance(0.3) ? ['fog'] : [],
      }),
      'library.note': () => ({ id, note: 'a note' }),
      'library.count_expired': () => ({ days: 7 }),
      'tags.count': () => ({ ids: [this.#id('library')] }),
      'tags.list': () => ({ search: this.#random.pick(['', 's']), limit: 20 }),
      'tags.rename': () => ({ name: 'sea', newName: 'ocean', merge: true }),
      'tags.delete': () => ({ name: this.#random.pick(['sea', 'ocean', 'fog']) }),
      'library.trash': () => ({ ids: [id] }),
      'library.restore': () => ({ ids: [id] }),
      'library.edit_text': () => ({ id, text: 'other words' }),
      'library.file_state': () => ({ id }),
      'library.export': () => ({ id, format: this.#random.pick(['txt', 'md', 'json', 'srt']) }),
      'library.neighbours': () => ({ id, limit: 5 }),
      'library.similar': () => ({ id, limit: 5 }),
      'images.unhashed': () => ({ before: null, limit: 5 }),
      'images.save_hash': () => ({ id, hash: '0123456789abcdef' }),
      'library.embeddings': () => ({ before: null, limit: 50 }),
      'collections.create': () => ({ name: `Collection ${idempotencyKey}`, ids: [this.#id('library')] }),
      'collections.rename': () => ({ id, name: `Collection ${idempotencyKey}` }),
      'collections.move': () => ({ id, parentId: this.#random.chance(0.5) ? this.#id('collections') : null }),
      'collections.set_cover': () => ({ id, assetId: this.#random.chance(0.5) ? this.#id('library') : null }),
      'collections.add': () => ({ id, ids: [this.#id('library')] }),
      'collections.remove': () => ({ id, ids: [this.#id('library')] }),
      'connections.add': () => ({ name: 'Mine', address: 'https://fuzz.example', key: 'k' }),
      'connections.update': () => ({ id, name: 'Mine too' }),
      'connections.test': () => ({ id }),
      'balance.get': () => ({ connectionId: this.#id('connections') }),
      'balance.spans': () => ({ connectionId: this.#id('connections') }),
      'budgets.set': () => ({
        scope: this.#random.pick([
          { kind: 'day' },
          { kind: 'month' },
          { kind: 'connection', id: this.#id('connections') },
        ]),
        cap: this.#random.chance(0.8) ? null : 5_000_000_000,
      }),
      'spend.report': () => ({ period: 'all', by: this.#random.pick(['day', 'model', 'task', 'batch']) }),
      'spend.jobs': () => ({
        period: 'all',
        by: 'task',
        key: this.#model().operation,
        before: null,
        limit: 50,
      }),
      'spend.export': () => ({ period: 'all', bom: this.#random.chance(0.5) }),
      'inputs.page': () => ({ before: null, limit: 50, kinds: ['image'] }),
    }
    return known[route]?.() ?? (ID_ROUTES.test(route) ? { id } : undefined)
  }

  #id(group: string): string {
    return this.#pick(this.#ids.get(group) ?? []) ?? 'x'
  }

  #pick<T>(list: readonly T[]): T | undefined {
    return list[this.#random.below(list.length)]
  }

  #model(): { operation: string; model: string } {
    const [model = '', operation = ''] = this.#pick(Object.entries(MODELS)) ?? []
    return { operation, model }
  }

  #draft(): { operation: string; model: string; values: Record<string, unknown> } {
    const chosen = this.#model()
    const text = `a fox ${this.#random.below(1_000)}`
    const values = {
      txt2img: { prompt: text, width: 64, height: 64, steps: 4, seed: this.#random.below(1_000) },
      img2txt: { image: [this.#id('inputs')] },
      txt2embedding: { input: text },
    }
    return {
      ...chosen,
      values: new Map<string, Record<string, unknown>>(Object.entries(values)).get(chosen.operation) ?? {},
    }
  }

  #plan(): unknown {
    const axes = this.#random.chance(0.5) ? [{ field: 'steps', values: [4, 5] }] : []
    const table = this.#random.chance(0.2)
      ? { text: 'words\na fox\na cat', format: 'csv', columns: { prompt: 'words' } }
      : null
    return { ...plainPlan, count: 1 + this.#random.below(3), axes, table }
  }

  #recordIds(group: string, value: unknown): void {
    if (typeof value !== 'object' || value === null) return
    for (const [name, inner] of Object.entries(value)) {
      if (name !== 'id' || typeof inner !== 'string') {
        this.#recordIds(GROUPS.get(name) ?? group, inner)
        continue
      }
      const ids = this.#ids.get(group) ?? []
      ids.push(inner)
      if (ids.length > MAX_KEPT) ids.shift()
      this.#ids.set(group, ids)
    }
  }
}

/** Properties of responses whose ids belong to another group of routes. */
const GROUPS = new Map([
  ['jobs', 'jobs'],
  ['assets', 'library'],
  ['tiles', 'library'],
  ['batches', 'batches'],
  ['connections', 'connections'],
  ['inputs', 'library'],
  ['connection', 'connections'],
  ['batch', 'batches'],
  ['collection', 'collections'],
])
/** Routes whose only input is an id of their own group. */
const ID_ROUTES =
  /^(jobs\.(cancel|try_again|price)|batches\.(grid|pause|resume|requote)|library\.(asset|reveal|uses|lineage|transcript|revert_text|embedding)|connections\.(select|remove)|collections\.delete)$/

const toRecord = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {}
