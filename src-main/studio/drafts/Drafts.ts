import { connectionErrors, formErrors, jobErrors, StudioError } from '../../../src-preload/contract/errors.ts'
import type { RouteInput, RouteOutput } from '../../../src-preload/contract/routes.ts'
import type { Connection } from '../../../src-preload/contract/types/connection.ts'
import type { Form, Values } from '../../../src-preload/contract/types/form.ts'
import type { Issue } from '../../../src-preload/contract/types/problem.ts'
import type { QuoteAnswer, ShownQuote } from '../../../src-preload/contract/types/quote.ts'
import { buildForm } from '../catalogue/form/buildForm.ts'
import { buildPriceRequest } from '../catalogue/price/buildPriceRequest.ts'
import { buildRequest } from '../catalogue/wire/buildRequest.ts'
import { carryValues } from '../catalogue/values/adaptValues.ts'
import { checkPriced, checkValues } from '../catalogue/values/checkValues.ts'
import { completeValues } from '../catalogue/values/completeValues.ts'
import { describeValues } from '../catalogue/values/describeValues.ts'
import { filesOf, type FindFile } from '../catalogue/FindFile.ts'
import type { Operation } from '../catalogue/Operation.ts'
import { operationFor } from '../catalogue/form/modelRows.ts'
import { priceKey } from '../catalogue/price/priceKey.ts'
import { refusedPrice } from '../catalogue/price/refusedPrice.ts'
import type { Prepared } from '../jobs/Jobs.ts'
import type { ModelRecord } from '../models/ModelRecord.ts'
import { priceChanged } from '../money/priceChanged.ts'
import type { PriceRequest } from '../service/PriceRequest.ts'
import { RowMaker } from './RowMaker.ts'

interface Parts {
  findOperation: (id: string) => Operation | undefined
  findFile: FindFile
  currentConnection: () => Connection | null
  findModel: (connectionId: string, slug: string) => ModelRecord | null
  askPrice: (question: {
    draft: string
    connectionId: string
    key: string
    request: PriceRequest
    kind: 'typing' | 'choice'
  }) => Promise<QuoteAnswer>
  findQuote: (key: string) => { price: number; quotedAt: number } | null
  random: () => number
}

type Place = Pick<Connection, 'id' | 'name'>

interface Opened {
  connection: Place
  operation: Operation
  form: Form
}

/** A job that was made of a draft. */
interface Made {
  id: string
  connection: Place
  operation: string
  model: { slug: string }
  values: Values
}

/** What is on the form before it is pressed: an operation, a model and values, from the first field to a prepared intent. */
export class Drafts {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  open(operationId: string, model: string): Form {
    return this.#open(operationId, model).form
  }

  /** The form a job of that connection was made by; null where the task or the model is no longer known. */
  formOf(connectionId: string, operationId: string, slug: string): Form | null {
    const operation = this.#parts.findOperation(operationId)
    const record = this.#parts.findModel(connectionId, slug)
    return operation && record ? buildForm(operationFor(operation, record), record) : null
  }

  /** For many rows of one task on the current connection. */
  rowMaker(operationId: string): RowMaker {
    const { currentConnection, findOperation, findModel, findFile, random } = this.#parts
    const connection = currentConnection()
    if (!connection) throw new StudioError({ code: connectionErrors.none, money: 'none' })
    const operation = findOperation(operationId)
    if (!operation) throw new StudioError({ code: formErrors.unknownOperation, money: 'none' })
    return new RowMaker({ connection, operation, findModel, findFile, random })
  }

  check({ operation, model, values }: RouteInput<'forms.check'>): Issue[] {
    const { form } = this.#open(operation, model)
    return checkValues(form, this.#complete(form, values), this.#parts.findFile)
  }

  carry({ operation, model, values }: RouteInput<'forms.carry'>): RouteOutput<'forms.carry'> {
    const opened = this.#open(operation, model)
    return { form: opened.form, ...carryValues(opened.operation, opened.form, values, this.#parts.findFile) }
  }

  /** The live price; only what the price depends on must be valid for there to be one. */
  async price({
    draft,
    operation,
    model,
    values,
    kind = 'typing',
  }: RouteInput<'quotes.price'>): Promise<QuoteAnswer> {
    return this.#price(this.#open(operation, model), values, { draft, kind })
  }

  /** What the request of a job costs now, on its own connection. */
  async priceOf(job: Made): Promise<QuoteAnswer> {
    const opened = this.#open(job.operation, job.model.slug, job.connection)
    return this.#price(opened, job.values, { draft: `again/${job.id}`, kind: 'choice' })
  }

  /** The request for the price of a job; null where its form can no longer ask for one. */
  priceRequestOf(job: Made): PriceRequest | null {
    const { findFile } = this.#parts
    try {
      const { operation, form } = this.#open(job.operation, job.model.slug, job.connection)
      if (checkPriced(operation, form, job.values, findFile).length > 0) return null
      return buildPriceRequest(operation, form, job.values, findFile)
    } catch (error) {
      if (error instanceof StudioError) return null
      throw error
    }
  }

  /** The same where it is known without asking; null where it is not, or where the job can't be priced any more. */
  knownPriceOf(job: Made): { price: number; quotedAt: number } | null {
    const { findOperation, findModel, findFile, findQuote } = this.#parts
    const operation = findOperation(job.operation)
    const record = findModel(job.connection.id, job.model.slug)
    if (!operation || !record) return null
    return findQuote(
      priceKey(job.connection.id, operation, buildForm(operation, record), job.values, findFile),
    )
  }

  /** The quote that was shown for making a job's request again. @throws StudioError `quote_outdated`, `price_changed`. */
  quoteOf(job: Made, shown: ShownQuote): { price: number; quotedAt: number } {
    return this.#boundQuote(this.#open(job.operation, job.model.slug, job.connection), job.values, shown)
  }

  /** An intent bound to the quote its button showed; refuses an invalid form and another price than was shown. */
  prepare({
    operation,
    model,
    values,
    quote: shown,
  }: Omit<RouteInput<'jobs.enqueue'>, 'press' | 'another' | 'collection'>): Prepared {
    const opened = this.#open(operation, model)
    const complete = this.#complete(opened.form, values)
    const { findFile } = this.#parts
    const issues = checkValues(opened.form, complete, findFile)
    if (issues.length > 0) throw invalidForm(issues)
    const quote = shown === null ? null : this.#boundQuote(opened, complete, shown)
    const { connection, form } = opened
    return {
      connection: { id: connection.id, name: connection.name },
      operation: opened.operation.id,
      model: form.model,
      values: complete,
      request: buildRequest(opened.operation, form, complete, findFile),
      price: quote?.price ?? null,
      quotedAt: quote?.quotedAt ?? null,
      inputs: filesOf(opened.operation.fields, complete, findFile).map(({ row, id }) => ({
        field: row.name,
        assetId: id,
      })),
      ...describeValues(opened.operation, complete, findFile),
    }
  }

  async #price(
    { connection, operation, form }: Opened,
    values: Values,
    how: { draft: string; kind: 'typing' | 'choice' },
  ): Promise<QuoteAnswer> {
    const { findFile, askPrice } = this.#parts
    const issues = checkPriced(operation, form, values, findFile)
    if (issues.length > 0) return { state: 'invalid', issues }
    const key = priceKey(connection.id, operation, form, values, findFile)
    const request = buildPriceRequest(operation, form, values, findFile)
    const answer = await askPrice({ ...how, connectionId: connection.id, key, request })
    if (answer.state !== 'unavailable') return answer
    const refused = refusedPrice({ operation, form, values, request }, answer.problem)
    return 'issues' in refused ? { state: 'invalid', ...refused } : { ...answer, ...refused }
  }

  #open(
    operationId: string,
    slug: string,
    connection: Place | null = this.#parts.currentConnection(),
  ): Opened {
    if (!connection) throw new StudioError({ code: connectionErrors.none, money: 'none' })
    const task = this.#parts.findOperation(operationId)
    if (!task) throw new StudioError({ code: formErrors.unknownOperation, money: 'none' })
    const record = this.#parts.findModel(connection.id, slug)
    if (!record) throw new StudioError({ code: formErrors.modelGone, money: 'none', params: { model: slug } })
    const operation = operationFor(task, record)
    return { connection, operation, form: buildForm(operation, record) }
  }

  #complete(form: Form, values: Values): Values {
    return completeValues(form, values, this.#parts.random)
  }

  /** The price of now, which must be the one that was shown. */
  #boundQuote({ connection, operation, form }: Opened, values: Values, shown: ShownQuote) {
    const quote = this.#parts.findQuote(shown.key)
    const isOther = priceKey(connection.id, operation, form, values, this.#parts.findFile) !== shown.key
    if (!quote || isOther || shown.quotedAt > quote.quotedAt)
      throw new StudioError({ code: jobErrors.quoteOutdated, money: 'not_charged' })
    if (quote.price !== shown.price) throw priceChanged(shown.price, quote.price)
    return quote
  }
}

function invalidForm(issues: Issue[]): StudioError {
  const fields = Object.fromEntries(issues.map(({ field, code }) => [field, [code]]))
  return new StudioError({ code: formErrors.invalidForm, money: 'not_charged', fields })
}
