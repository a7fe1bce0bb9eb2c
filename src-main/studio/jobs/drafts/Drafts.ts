import { orNull } from '../../orNull.ts'
import { connectionErrors, formErrors, jobErrors } from '../../../../src-preload/contract/errors.ts'
import { StudioError } from '../../../../src-preload/shared/StudioError.ts'
import type { RouteInput, RouteOutput } from '../../../../src-preload/contract/routes.ts'
import type { Form, Values } from '../../../../src-preload/contract/types/form.ts'
import type { Issue } from '../../../../src-preload/contract/types/issue.ts'
import type { QuoteResult, ShownQuote } from '../../../../src-preload/contract/types/quote.ts'
import type { FindFile } from '../../catalogue/FindFile.ts'
import { buildForm } from '../../catalogue/form/buildForm.ts'
import { operationFor } from '../../catalogue/form/modelRows.ts'
import type { Catalogue } from '../../catalogue/Catalogue.ts'
import type { PreparedJob } from '../store/newJobs.ts'
import type { QuoteService, QuoteUse } from '../../money/quotes/QuoteService.ts'
import type { Connections } from '../../service/connections/Connections.ts'
import type { Models } from '../../service/models/Models.ts'
import { PriceChangedError } from '../../money/quotes/PriceChangedError.ts'
import type { PriceRequest } from '../../service/http/Exchange.ts'
import { type ConnectionRef, type JobForm, JobForms } from './JobForm.ts'

interface Dependencies {
  catalogue: Pick<Catalogue, 'find'>
  connections: Pick<Connections, 'current'>
  models: Pick<Models, 'find' | 'reportGone'>
  quotes: Pick<QuoteService, 'price' | 'find'>
  findFile: FindFile
  random: () => number
}

/** A job that was made from a draft. */
interface SubmittedJob {
  id: string
  connection: ConnectionRef
  operation: string
  model: { slug: string }
  values: Values
}

/** Opens the forms of drafts, checks and prices drafts, and prepares jobs from them. */
export class Drafts {
  readonly #dependencies: Dependencies

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
  }

  open(operationId: string, model: string): Form {
    return this.#open(operationId, model).form
  }

  /** The current form of an operation and a model; null if one of them doesn't exist any more. */
  formOf(connectionId: string, operationId: string, slug: string): Form | null {
    const operation = this.#dependencies.catalogue.find(operationId)
    const record = this.#dependencies.models.find(connectionId, slug)
    return operation && record ? buildForm(operationFor(operation, record), record) : null
  }

  /**
   * The forms of an operation for many jobs.
   * @throws StudioError if there is no connection, or no such operation.
   */
  formsOf(
    operationId: string,
    connection: ConnectionRef | null = this.#dependencies.connections.current(),
  ): JobForms {
    if (!connection) throw new StudioError({ code: connectionErrors.none, money: 'none' })
    const { catalogue, models, findFile, random } = this.#dependencies
    const operation = catalogue.find(operationId)
    if (!operation) throw new StudioError({ code: formErrors.unknownOperation, money: 'none' })
    const findOperation = (id: string) => catalogue.find(id)
    return new JobForms({ connection, operation, models, findFile, random, findOperation })
  }

  check({ operation, model, values }: RouteInput<'forms.check'>): Issue[] {
    return this.#open(operation, model).check(values)
  }

  /** Adapts the values of a draft to another model. */
  adapt({ operation, model, values }: RouteInput<'forms.adapt'>): RouteOutput<'forms.adapt'> {
    const opened = this.#open(operation, model)
    return { form: opened.form, ...opened.adapt(values) }
  }

  /** The current price. Only values that the price depends on must be valid. */
  async price({
    draftId,
    operation,
    model,
    values,
    kind = 'typing',
  }: RouteInput<'quotes.price'>): Promise<QuoteResult> {
    const forms = this.formsOf(operation)
    return this.#price(forms.connection.id, forms.open(model), values, { draftId, kind })
  }

  /** The current price of a job's request, on the job's own connection. */
  async priceOf(job: SubmittedJob): Promise<QuoteResult> {
    const draft = { draftId: `again/${job.id}`, kind: 'choice' } as const
    return this.#price(job.connection.id, this.#openJob(job), job.values, draft)
  }

  /** The price request of a job; null if its values are not valid in the current form. */
  priceRequestOf(job: SubmittedJob): PriceRequest | null {
    return orNull(() => {
      const opened = this.#openJob(job)
      return opened.checkPriced(job.values).length > 0 ? null : opened.priceRequest(job.values)
    })
  }

  /** The price of a job's request; null if none that is recent enough is known without a request to the service. */
  knownPriceOf(job: SubmittedJob, use: QuoteUse): { price: number; quotedAt: number } | null {
    return this.knownPrices(use)(job)
  }

  /** Like `knownPriceOf`, for many jobs: opens each form once. */
  knownPrices(use: QuoteUse): (job: SubmittedJob) => { price: number; quotedAt: number } | null {
    const forms = new Map<string, JobForms>()
    return (job) =>
      orNull(() => {
        const { connection, operation, model } = job
        const key = JSON.stringify([connection.id, operation])
        const known = forms.get(key) ?? this.formsOf(operation, connection)
        forms.set(key, known)
        const priceKey = known.open(model.slug).priceKey(job.values)
        return this.#dependencies.quotes.find(connection.id, priceKey, use)
      })
  }

  /** The quote that was shown for repeating a job. @throws StudioError `quote_outdated`, `price_changed`. */
  quoteOf(job: SubmittedJob, shown: ShownQuote): { price: number; quotedAt: number } {
    return this.#confirmQuote(job.connection.id, this.#openJob(job).priceKey(job.values), shown)
  }

  /**
   * A job bound to the quote shown on the submit button.
   * @throws StudioError `invalid_form`, `quote_outdated`, `price_changed`.
   */
  prepare({
    operation,
    model,
    values,
    quote: shown,
  }: Omit<RouteInput<'jobs.enqueue'>, 'idempotencyKey' | 'another' | 'collection' | 'first'>): PreparedJob {
    const { prepared, key, issues } = this.#open(operation, model).build(values)
    if (prepared === null || key === null) throw invalidForm(issues)
    const quote = shown === null ? null : this.#confirmQuote(prepared.connection.id, key, shown)
    return { ...prepared, price: quote?.price ?? null, quotedAt: quote?.quotedAt ?? null }
  }

  async #price(
    connectionId: string,
    opened: JobForm,
    values: Values,
    draft: { draftId: string; kind: 'typing' | 'choice' },
  ): Promise<QuoteResult> {
    const issues = opened.checkPriced(values)
    if (issues.length > 0) return { state: 'invalid', issues }
    const key = opened.priceKey(values)
    const request = opened.priceRequest(values)
    const response = await this.#dependencies.quotes.price({ ...draft, connectionId, key, request })
    if (response.state !== 'unavailable') return response
    const rejection = opened.mapPriceRejection(values, request, response.problem)
    if ('problem' in rejection && rejection.problem.code === formErrors.modelGone)
      this.#dependencies.models.reportGone(connectionId, opened.form.model.slug)
    return 'issues' in rejection ? { state: 'invalid', ...rejection } : { ...response, ...rejection }
  }

  #open(operationId: string, slug: string): JobForm {
    return this.formsOf(operationId).open(slug)
  }

  #openJob({ connection, operation, model }: SubmittedJob): JobForm {
    return this.formsOf(operation, connection).open(model.slug)
  }

  /**
   * Confirms that the shown quote still applies to a key, and returns the current one, which may be lower.
   * @throws StudioError `quote_outdated` if there is none that is recent enough for a click, the key differs, or the shown quote is newer
   * than the stored one, as after the clock was set back; `price_changed` if the price rose.
   */
  #confirmQuote(connectionId: string, key: string, shown: ShownQuote): { price: number; quotedAt: number } {
    const quote = key === shown.key ? this.#dependencies.quotes.find(connectionId, key) : null
    if (!quote || shown.quotedAt > quote.quotedAt)
      throw new StudioError({ code: jobErrors.quoteOutdated, money: 'not_charged' })
    if (quote.price > shown.price) throw new PriceChangedError(shown.price, quote.price)
    return quote
  }
}

function invalidForm(issues: Issue[]): StudioError {
  const fields = Object.fromEntries(issues.map(({ field }) => [field, []]))
  return new StudioError({ code: formErrors.invalidForm, money: 'not_charged', fields })
}
