import { setImmediate } from 'node:timers/promises'
import { batchErrors, formErrors, jobErrors } from '../../../../src-preload/contract/errors.ts'
import { StudioError } from '../../../../src-preload/shared/StudioError.ts'
import type { RouteInput } from '../../../../src-preload/contract/routes.ts'
import {
  SHOWN_ROWS,
  type BatchPreview,
  type PreviewRow,
} from '../../../../src-preload/contract/types/batch.ts'
import type { Values } from '../../../../src-preload/contract/types/form.ts'
import type { Problem } from '../../../../src-preload/contract/types/problem.ts'
import { randomSeed } from '../../../../src-preload/shared/values/numberRules.ts'
import type { QuoteService } from '../../money/quotes/QuoteService.ts'
import type { Drafts } from '../drafts/Drafts.ts'
import type { BuiltJob, JobForms } from '../drafts/JobForm.ts'
import type { PreparedJob } from '../store/newJobs.ts'
import type { Clock } from '../../world.ts'
import {
  DuplicateRows,
  duplicateOf,
  type DuplicateRowsDependencies,
  findStored,
  groupDuplicates,
  type Repetition,
} from './DuplicateRows.ts'
import { PlanExpansion, type DraftRow } from './PlanExpansion.ts'
import { addMoney } from '../../money/spend/SpendSums.ts'
import {
  areBulkPricesRefused,
  dropOldPrices,
  groupsWithoutPrice,
  type PreviewPrices,
  requestPrices,
} from './previewPrices.ts'
import { PricingRun } from '../../money/quotes/PricingRun.ts'
import { PriceChangedError } from '../../money/quotes/PriceChangedError.ts'
import type { TableReader } from './readTable.ts'
import type { RateLimits } from '../../service/rate-limits/RateLimits.ts'
import type { JobStore } from '../store/JobStore.ts'
import { remainingForBulk } from '../../money/quotes/priceRequestLimits.ts'

/** The number of rows built before yielding to the event loop. */
const ROWS_PER_TICK = 200
/** Maximum number of previews that are kept; the oldest is dropped first. */
const MAX_PREVIEWS = 3

interface Dependencies extends DuplicateRowsDependencies {
  drafts: Pick<Drafts, 'formsOf'>
  quotes: Pick<QuoteService, 'price' | 'find' | 'isRefused'>
  store: DuplicateRowsDependencies['store'] & Pick<JobStore, 'newestSeq'>
  readTable: TableReader
  limits: Pick<RateLimits, 'getDailyQuota'>
  uuid: () => string
  random: () => number
  clock: Clock
}

type Row = DraftRow & Repetition & { built: BuiltJob }

interface Preview extends PreviewPrices {
  id: string
  /** The form it was made from; null if it wasn't made from one. */
  values: Values | null
  axes: RouteInput<'batches.preview'>['plan']['axes']
  rows: Row[]
  /** The newest job for which the rows were compared with existing ones. */
  comparedUpTo: number
  /** The last time its prices were requested. */
  pricing: PricingRun
  warnings: BatchPreview['warnings']
}

/** Previews of batches: their rows and prices, kept in memory so that the user can enqueue them. */
export class Previews {
  readonly #dependencies: Dependencies
  readonly #previews = new Map<string, Preview>()

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
  }

  async preview({
    operation,
    model,
    values,
    entered,
    plan,
    only,
  }: RouteInput<'batches.preview'>): Promise<BatchPreview> {
    const { drafts, random } = this.#dependencies
    const requestedForms = drafts.formsOf(operation)
    // All jobs of a batch have the same operation. If the requested one has routes, it is the last one, which takes any
    // input.
    const lastRoute = only === 'prices' ? undefined : requestedForms.operation.routes?.at(-1)
    const forms = lastRoute ? drafts.formsOf(lastRoute.operation) : requestedForms
    const { form } = forms.open(model)
    const table = plan.table && (await this.#dependencies.readTable(plan.table))
    const expansion = new PlanExpansion({
      plan,
      table,
      model,
      values,
      entered,
      form,
      adapt: (slug, given) =>
        withModelGoneFallback(() => forms.open(slug).adapt(given), { values: given, resets: [] }),
      nameOf: (slug) => withModelGoneFallback(() => forms.open(slug).form.model.name, null),
      randomSeed: () => randomSeed(random),
    })
    expansion.assertNotTooLarge()
    const { warnings } = expansion
    const forPrices = only === 'prices'
    return this.#add(forms, expansion.rows(), { values, axes: plan.axes, warnings, forPrices })
  }

  /** Previews one row for each list of values of a form. */
  previewRows(forms: JobForms, model: string, rows: readonly Values[]): Promise<BatchPreview> {
    const drafts = rows.map((values) => ({ model, values, labels: {}, axisIndexes: [], adjusted: [] }))
    return this.#add(forms, drafts, { values: null, axes: [], warnings: [], forPrices: false })
  }

  async #add(
    forms: JobForms,
    drafts: Iterable<DraftRow>,
    { forPrices, ...rest }: Pick<Preview, 'values' | 'axes' | 'warnings'> & { forPrices: boolean },
  ): Promise<BatchPreview> {
    const { store, quotes } = this.#dependencies
    const comparedUpTo = store.newestSeq()
    const rows: Row[] = []
    const duplicates = new DuplicateRows(this.#dependencies)
    for (const row of drafts) {
      const built = this.#buildRow(forms, row, forPrices)
      rows.push({ ...row, built, ...duplicates.add(rows.length, built.prepared) })
      if (rows.length % ROWS_PER_TICK === 0) await setImmediate()
    }
    const preview: Preview = {
      ...rest,
      id: this.#dependencies.uuid(),
      forms,
      rows,
      comparedUpTo,
      prices: new Map(),
      allowedRequests: 0,
      waitsUntil: null,
      pricing: new PricingRun(this.#dependencies.clock),
      warnings: [...rest.warnings],
    }
    for (const { model: slug, built } of rows)
      if (built.key !== null && !preview.prices.has(built.key))
        preview.prices.set(built.key, {
          model: slug,
          built,
          quote: quotes.find(forms.connection.id, built.key),
          problem: null,
        })
    preview.allowedRequests = groupsWithoutPrice(preview).length
    const left = remainingForBulk(this.#dependencies.limits, forms.connection.id)
    if (left !== null && left < preview.allowedRequests)
      preview.warnings.push({ code: 'price_quota', params: { left, calls: preview.allowedRequests } })
    this.#store(preview)
    return this.#summarize(preview)
  }

  /**
   * Requests at most `limit` missing prices, one for each price key. Stops when the service limits requests. `refresh`: those that are not
   * recent count as missing too.
   */
  async price({ preview: id, limit, refresh = false }: RouteInput<'batches.price'>): Promise<BatchPreview> {
    const preview = this.find(id)
    if (refresh) dropOldPrices(this.#dependencies, preview)
    await preview.pricing.during(() => requestPrices(this.#dependencies, preview, limit))
    return this.#summarize(preview)
  }

  rows({ preview: id, from, limit }: RouteInput<'batches.rows'>): { rows: PreviewRow[] } {
    const preview = this.find(id)
    return { rows: preview.rows.slice(from, from + limit).map((row, n) => toRow(preview, row, from + n)) }
  }

  /**
   * The jobs of the selected valid rows with their prices and labels. They are checked against the total that was shown.
   * @throws StudioError `price_changed` if the total is higher than what was shown, `batch_repeated` if rows were enqueued by another click
   * since the preview, `quote_outdated`, `batch_unpriced`, `batch_empty`.
   */
  prepareJobs({ preview: id, skip, total, unpriced }: RouteInput<'batches.enqueue'>): {
    preparedJobs: (PreparedJob & { label: { words: Record<string, string>; at: number[] } })[]
    forms: JobForms
    values: Preview['values']
    axes: Preview['axes']
  } {
    const preview = this.find(id)
    this.#refreshPrices(preview)
    const skipped = new Set(skip)
    const preparedJobs = preview.rows.flatMap(({ built, labels, axisIndexes }, index) => {
      if (built.prepared === null || built.key === null || skipped.has(index)) return []
      const quote = preview.prices.get(built.key)?.quote ?? null
      return [
        {
          ...built.prepared,
          price: quote?.price ?? null,
          quotedAt: quote?.quotedAt ?? null,
          label: { words: labels, at: axisIndexes },
        },
      ]
    })
    if (preparedJobs.length === 0) throw new StudioError({ code: batchErrors.empty, money: 'not_charged' })
    const quotedAt = new Set(preparedJobs.flatMap((job) => job.quotedAt ?? []))
    const isRefused = areBulkPricesRefused(this.#dependencies, preview.forms.connection.id)
    if (!preview.pricing.allowsClick(quotedAt, isRefused)) throw quoteOutdated()
    const count = preparedJobs.filter(({ price }) => price === null).length
    if (count > 0 && !unpriced)
      throw new StudioError({ code: batchErrors.unpriced, money: 'not_charged', params: { count } })
    const sum = preparedJobs.reduce((all, { price }) => addMoney(all, price ?? 0), 0)
    if (sum > total) throw new PriceChangedError(total, sum)
    this.#assertNotRepeated(preview, skipped)
    return { preparedJobs, forms: preview.forms, values: preview.values, axes: preview.axes }
  }

  /** Another window, or an earlier click whose response was lost, may have enqueued the same rows. */
  #assertNotRepeated(preview: Preview, skipped: ReadonlySet<number>): void {
    const newest = this.#dependencies.store.newestSeq()
    if (newest === preview.comparedUpTo) return
    let count = 0
    for (const [index, row] of preview.rows.entries()) {
      // The user has selected these rows although the preview shows that they repeat a job.
      if (row.already !== null || row.built.prepared === null) continue
      row.already = findStored(this.#dependencies, row.built.prepared)
      if (row.already !== null && !skipped.has(index)) count++
    }
    preview.comparedUpTo = newest
    if (count > 0)
      throw new StudioError({ code: batchErrors.repeated, money: 'not_charged', params: { count } })
  }

  /** Updates known prices that other drafts have requested again since. */
  #refreshPrices({ prices, forms }: Preview): void {
    for (const [key, group] of prices) {
      const known = group.quote && this.#dependencies.quotes.find(forms.connection.id, key, 'send')
      if (known) group.quote = known
    }
  }

  /** Removes the previews of a connection whose account changed, because their prices no longer apply. */
  forget(connectionId: string): void {
    for (const [id, { forms }] of this.#previews)
      if (forms.connection.id === connectionId) this.#previews.delete(id)
  }

  /** Removes a preview, which then can't be enqueued. */
  remove(id: string): void {
    this.#previews.delete(id)
  }

  /** @throws StudioError `batch_preview_gone`. */
  find(id: string): Preview {
    const preview = this.#previews.get(id)
    if (!preview) throw new StudioError({ code: batchErrors.previewGone, money: 'not_charged' })
    return preview
  }

  #buildRow(
    forms: JobForms,
    { model, values, issues: ownIssues = [] }: DraftRow,
    forPrice: boolean,
  ): BuiltJob {
    const issues: BuiltJob['issues'] = [{ field: 'model', code: 'not_an_option' }]
    const built = withModelGoneFallback(
      () => (forPrice ? forms.open(model).buildForPricing(values) : forms.open(model).build(values)),
      {
        title: model,
        values,
        issues,
        key: null,
        prepared: null,
      },
    )
    if (ownIssues.length === 0) return built
    return { ...built, issues: [...ownIssues, ...built.issues], key: null, prepared: null }
  }

  #store(preview: Preview): void {
    this.#previews.set(preview.id, preview)
    const [oldest] = this.#previews.keys()
    if (this.#previews.size > MAX_PREVIEWS && oldest !== undefined) this.#previews.delete(oldest)
  }

  #summarize(preview: Preview): BatchPreview {
    const shown: PreviewRow[] = []
    const shownProblems = new Set<Problem['code']>()
    let [total, unpriced, invalid] = [0, 0, 0]
    for (const [index, row] of preview.rows.entries()) {
      const group = row.built.key === null ? undefined : preview.prices.get(row.built.key)
      const price = group?.quote?.price ?? null
      if (row.built.issues.length > 0) invalid++
      else if (price === null) unpriced++
      else total = addMoney(total, price)
      const problem = group?.problem?.code
      const isNewProblem = problem !== undefined && !shownProblems.has(problem)
      if (isNewProblem) shownProblems.add(problem)
      if (index < SHOWN_ROWS || row.built.issues.length > 0 || isNewProblem)
        shown.push(toRow(preview, row, index))
    }
    const pricesToRequest = Math.min(preview.allowedRequests, groupsWithoutPrice(preview).length)
    const { id, waitsUntil, warnings, rows } = preview
    return {
      id,
      count: rows.length,
      rows: shown,
      total,
      unpriced,
      invalidRows: invalid,
      already: groupDuplicates(rows),
      pricesToRequest,
      waitsUntil,
      warnings,
    }
  }
}

/** The result of `work`, or `fallback` if the model doesn't exist; its rows report that. */
function withModelGoneFallback<T>(work: () => T, fallback: T): T {
  try {
    return work()
  } catch (error) {
    if (error instanceof StudioError && error.problem.code === formErrors.modelGone) return fallback
    throw error
  }
}

const quoteOutdated = () => new StudioError({ code: jobErrors.quoteOutdated, money: 'not_charged' })

function toRow({ prices }: Preview, row: Row, index: number): PreviewRow {
  const { built, sameAs, model, labels, axisIndexes, adjusted } = row
  const priced = built.key === null ? undefined : prices.get(built.key)
  return {
    index,
    title: built.title,
    model,
    label: labels,
    axisIndexes,
    values: built.values,
    adjusted,
    issues: built.issues,
    price: priced?.quote?.price ?? null,
    problem: priced?.problem ?? null,
    already: duplicateOf(row),
    sameAs,
  }
}
