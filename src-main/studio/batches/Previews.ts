import { setImmediate } from 'node:timers/promises'
import { batchErrors, formErrors, jobErrors, StudioError } from '../../../src-preload/contract/errors.ts'
import type { RouteInput } from '../../../src-preload/contract/routes.ts'
import { SHOWN_ROWS, type BatchPreview, type PreviewRow } from '../../../src-preload/contract/types/batch.ts'
import type { AlreadyKind } from '../../../src-preload/contract/types/job.ts'
import type { Money } from '../../../src-preload/contract/types/money.ts'
import type { Problem } from '../../../src-preload/contract/types/problem.ts'
import type { QuoteAnswer } from '../../../src-preload/contract/types/quote.ts'
import { rollSeed } from '../catalogue/values/completeValues.ts'
import type { MadeRow, RowMaker } from '../drafts/RowMaker.ts'
import type { Prepared } from '../jobs/Jobs.ts'
import type { PriceRequest } from '../service/PriceRequest.ts'
import type { Clock } from '../world.ts'
import { Expansion, type DraftRow } from './Expansion.ts'
import { addMoney } from '../money/moneySums.ts'
import { priceChanged } from '../money/priceChanged.ts'
import type { TableReader } from './readTable.ts'

/** Rows made between two breaths of the event loop. */
const AT_A_TIME = 200
const MOST_KEPT = 3
const AT_ONCE = 3
/** A price shown longer ago is asked for again before anything is bound to it. */
const OLDEST_PRICE_MS = 3_600_000
const DAY_MS = 86_400_000

interface Parts {
  /** @throws StudioError where there is no connection, or no such task. */
  rowMaker: (operation: string) => RowMaker
  findQuote: (key: string) => { price: Money; quotedAt: number } | null
  askPrice: (question: {
    draft: string
    connectionId: string
    key: string
    request: PriceRequest
    kind: 'choice'
  }) => Promise<QuoteAnswer>
  /** What there is already of the very same. */
  findSame: (prepared: Prepared) => AlreadyKind | null
  readTable: TableReader
  /** Price calls left today for many at once, where the service has told. */
  callsLeft: (connectionId: string) => number | null
  uuid: () => string
  random: () => number
  clock: Clock
}

interface Priced {
  model: string
  made: MadeRow
  quote: { price: Money; quotedAt: number } | null
  problem: Problem | null
}
type Row = DraftRow & { made: MadeRow; already: AlreadyKind | null }

interface Kept {
  id: string
  maker: RowMaker
  plan: RouteInput<'batches.preview'>['plan']
  rows: Row[]
  prices: Map<string, Priced>
  /** Price calls that may still be made: as many as were stated at first, less those made. */
  allowed: number
  waitsUntil: number | null
  remarks: BatchPreview['remarks']
}

/** Expanded plans with their prices, kept between looking and pressing. */
export class Previews {
  readonly #parts: Parts
  readonly #kept = new Map<string, Kept>()

  constructor(parts: Parts) {
    this.#parts = parts
  }

  async preview({
    operation,
    model,
    values,
    plan,
    only,
  }: RouteInput<'batches.preview'>): Promise<BatchPreview> {
    const { rowMaker, random, uuid } = this.#parts
    const maker = rowMaker(operation)
    const form = maker.form(model)
    const table = plan.table && (await this.#parts.readTable(plan.table))
    const expansion = new Expansion({
      plan,
      table,
      model,
      values,
      form,
      carry: (slug, given) => orIfGone(() => maker.carry(slug, given), given),
      nameOf: (slug) => orIfGone(() => maker.form(slug).model.name, null),
      rollSeed: () => rollSeed(random),
    })
    expansion.refuseTooMany()
    const rows: Row[] = []
    for (const row of expansion.rows()) {
      const made = this.#make(maker, row, only === 'prices')
      rows.push({ ...row, made, already: made.prepared && this.#parts.findSame(made.prepared) })
      if (rows.length % AT_A_TIME === 0) await setImmediate()
    }
    const kept: Kept = {
      id: uuid(),
      maker,
      plan,
      rows,
      prices: new Map(),
      allowed: 0,
      waitsUntil: null,
      remarks: [...expansion.remarks],
    }
    for (const { model: slug, made } of rows)
      if (made.key !== null && !kept.prices.has(made.key))
        kept.prices.set(made.key, {
          model: slug,
          made,
          quote: this.#parts.findQuote(made.key),
          problem: null,
        })
    kept.allowed = unasked(kept).length
    const left = this.#parts.callsLeft(maker.connection.id)
    if (left !== null && left < kept.allowed)
      kept.remarks.push({ code: 'price_quota', params: { left, calls: kept.allowed } })
    this.#keep(kept)
    return this.#show(kept)
  }

  /** Asks for missing prices, each distinct body once; stops where the service wants to be left alone. */
  async price({ preview, most }: RouteInput<'batches.price'>): Promise<BatchPreview> {
    const kept = this.find(preview)
    const missing = unasked(kept).slice(0, Math.min(most, kept.allowed))
    const now = this.#parts.clock.now()
    if (kept.waitsUntil !== null && kept.waitsUntil <= now) kept.waitsUntil = null
    while (missing.length > 0 && kept.waitsUntil === null) {
      const left = this.#parts.callsLeft(kept.maker.connection.id) ?? AT_ONCE
      if (left > 0)
        await Promise.all(missing.splice(0, Math.min(AT_ONCE, left)).map((one) => this.#ask(kept, one)))
      else kept.waitsUntil = nextMidnight(this.#parts.clock.now())
    }
    return this.#show(kept)
  }

  rows({ preview, from, limit }: RouteInput<'batches.rows'>): { rows: PreviewRow[] } {
    const kept = this.find(preview)
    return { rows: kept.rows.slice(from, from + limit).map((row, n) => toRow(kept, row, from + n)) }
  }

  /**
   * The intents of the rows that are ticked and can run, each bound to its price, with their places on the axes.
   * @throws StudioError `price_changed` where the total is not what was shown, `quote_outdated`, `batch_unpriced`, `batch_empty`.
   */
  intents({ preview, skip, total, unpriced }: RouteInput<'batches.enqueue'>): {
    intents: (Prepared & { label: { words: Record<string, string>; at: number[] } })[]
    maker: RowMaker
    axes: Kept['plan']['axes']
  } {
    const kept = this.find(preview)
    this.#followPrices(kept)
    const skipped = new Set(skip)
    const oldest = this.#parts.clock.now() - OLDEST_PRICE_MS
    const intents = kept.rows.flatMap(({ made, words, at }, index) => {
      if (made.prepared === null || made.key === null || skipped.has(index)) return []
      const quote = kept.prices.get(made.key)?.quote ?? null
      if (quote && quote.quotedAt < oldest) throw outdated()
      return [
        {
          ...made.prepared,
          price: quote?.price ?? null,
          quotedAt: quote?.quotedAt ?? null,
          label: { words, at },
        },
      ]
    })
    if (intents.length === 0) throw new StudioError({ code: batchErrors.empty, money: 'not_charged' })
    const count = intents.filter(({ price }) => price === null).length
    if (count > 0 && !unpriced)
      throw new StudioError({ code: batchErrors.unpriced, money: 'not_charged', params: { count } })
    const sum = intents.reduce((all, { price }) => addMoney(all, price ?? 0), 0)
    if (sum !== total) throw priceChanged(total, sum)
    return { intents, maker: kept.maker, axes: kept.plan.axes }
  }

  /** Takes over what was quoted since for other drafts of the same price. */
  #followPrices({ prices }: Kept): void {
    for (const [key, one] of prices) {
      const known = one.quote && this.#parts.findQuote(key)
      if (known) one.quote = known
    }
  }

  /** Another key or address is another account: nothing may be bound to the prices of the one before. */
  forget(connectionId: string): void {
    for (const [id, { maker }] of this.#kept) if (maker.connection.id === connectionId) this.#kept.delete(id)
  }

  /** @throws StudioError `batch_preview_gone`. */
  find(id: string): Kept {
    const kept = this.#kept.get(id)
    if (!kept) throw new StudioError({ code: batchErrors.previewGone, money: 'not_charged' })
    return kept
  }

  #make(maker: RowMaker, { model, values }: DraftRow, forPrice: boolean): MadeRow {
    const issues: MadeRow['issues'] = [{ field: 'model', code: 'not_an_option' }]
    return orIfGone(() => (forPrice ? maker.makePriced(model, values) : maker.make(model, values)), {
      title: model,
      values,
      issues,
      key: null,
      prepared: null,
    })
  }

  async #ask(kept: Kept, one: Priced): Promise<void> {
    const { askPrice, clock } = this.#parts
    const { key, values } = one.made
    if (key === null) return
    kept.allowed--
    const answer = await askPrice({
      draft: `${kept.id}/${key}`,
      connectionId: kept.maker.connection.id,
      key,
      request: kept.maker.priceRequest(one.model, values),
      kind: 'choice',
    })
    if (answer.state === 'priced') {
      one.quote = { price: answer.price, quotedAt: answer.quotedAt }
      one.problem = null
    } else if (answer.state === 'unavailable') {
      const until = answer.problem.params?.['waitsUntil']
      if (typeof until === 'number' && until > clock.now()) {
        // Not asked, or asked in vain: its turn comes again.
        kept.waitsUntil = until
        kept.allowed++
      } else one.problem = answer.problem
    }
  }

  #keep(kept: Kept): void {
    this.#kept.set(kept.id, kept)
    const [oldest] = this.#kept.keys()
    if (this.#kept.size > MOST_KEPT && oldest !== undefined) this.#kept.delete(oldest)
  }

  #show(kept: Kept): BatchPreview {
    const shown: PreviewRow[] = []
    let [total, unpriced, over] = [0, 0, 0]
    for (const [index, row] of kept.rows.entries()) {
      const price = row.made.key === null ? null : (kept.prices.get(row.made.key)?.quote?.price ?? null)
      if (row.made.issues.length > 0) over++
      else if (price === null) unpriced++
      else total = addMoney(total, price)
      if (index < SHOWN_ROWS || row.made.issues.length > 0) shown.push(toRow(kept, row, index))
    }
    const calls = Math.min(kept.allowed, unasked(kept).length)
    const { id, waitsUntil, remarks, rows } = kept
    const already = {
      made: rowsOf(rows, 'made'),
      coming: rowsOf(rows, 'coming'),
      unsure: rowsOf(rows, 'unsure'),
    }
    return { id, count: rows.length, rows: shown, total, unpriced, over, already, calls, waitsUntil, remarks }
  }
}

/** A model of an axis that is not there is for its rows to say. */
function orIfGone<T>(work: () => T, otherwise: T): T {
  try {
    return work()
  } catch (error) {
    if (error instanceof StudioError && error.problem.code === formErrors.modelGone) return otherwise
    throw error
  }
}

/** UTC: the day by which services count (facts.md §4). */
const nextMidnight = (now: number): number => (Math.floor(now / DAY_MS) + 1) * DAY_MS

const outdated = () => new StudioError({ code: jobErrors.quoteOutdated, money: 'not_charged' })

const unasked = ({ prices }: Kept): Priced[] =>
  [...prices.values()].filter(({ quote, problem }) => quote === null && problem === null)

const rowsOf = (rows: readonly Row[], kind: AlreadyKind): number[] =>
  rows.flatMap(({ already }, index) => (already === kind ? [index] : []))

function toRow({ prices }: Kept, { made, already, model, words, at }: Row, index: number): PreviewRow {
  const priced = made.key === null ? undefined : prices.get(made.key)
  return {
    index,
    title: made.title,
    model,
    label: words,
    at,
    values: made.values,
    issues: made.issues,
    price: priced?.quote?.price ?? null,
    problem: priced?.problem ?? null,
    already,
  }
}
