import { formErrors, StudioError } from '../../../src-preload/contract/errors.ts'
import type { Connection } from '../../../src-preload/contract/types/connection.ts'
import type { Form, Values } from '../../../src-preload/contract/types/form.ts'
import type { Issue } from '../../../src-preload/contract/types/problem.ts'
import { buildForm } from '../catalogue/form/buildForm.ts'
import { buildPriceRequest } from '../catalogue/price/buildPriceRequest.ts'
import { buildRequest } from '../catalogue/wire/buildRequest.ts'
import { carryValues } from '../catalogue/values/adaptValues.ts'
import { checkPriced, checkValues } from '../catalogue/values/checkValues.ts'
import { completeValues } from '../catalogue/values/completeValues.ts'
import { describeValues } from '../catalogue/values/describeValues.ts'
import { type FileFacts, filesOf, type FindFile } from '../catalogue/FindFile.ts'
import type { Operation } from '../catalogue/Operation.ts'
import { operationFor } from '../catalogue/form/modelRows.ts'
import { priceKey } from '../catalogue/price/priceKey.ts'
import type { Prepared } from '../jobs/Jobs.ts'
import type { ModelRecord } from '../models/ModelRecord.ts'
import type { PriceRequest } from '../service/PriceRequest.ts'

interface Parts {
  connection: Connection
  operation: Operation
  findModel: (connectionId: string, slug: string) => ModelRecord | null
  findFile: FindFile
  random: () => number
}

/** One row of a batch: what stands in its way, or the intent it would be, without its price. */
export interface MadeRow {
  title: string
  values: Values
  issues: Issue[]
  /** Equal keys cost the same; null with issues. */
  key: string | null
  prepared: Prepared | null
}

interface Opened {
  /** As the model runs it. */
  operation: Operation
  form: Form
}

/** Makes many rows of one task: each model's form is opened and each file looked up once. */
export class RowMaker {
  readonly connection: Connection
  readonly operation: Operation
  readonly #parts: Parts
  readonly #opened = new Map<string, Opened>()
  readonly #files = new Map<string, FileFacts | null>()

  constructor(parts: Parts) {
    this.#parts = parts
    this.connection = parts.connection
    this.operation = parts.operation
  }

  /** @throws StudioError `model_gone`. */
  form(slug: string): Form {
    return this.#open(slug).form
  }

  #open(slug: string): Opened {
    let opened = this.#opened.get(slug)
    if (opened) return opened
    const record = this.#parts.findModel(this.connection.id, slug)
    if (!record) throw new StudioError({ code: formErrors.modelGone, money: 'none', params: { model: slug } })
    const operation = operationFor(this.operation, record)
    this.#opened.set(slug, (opened = { operation, form: buildForm(operation, record) }))
    return opened
  }

  /** The values as another model takes them. */
  carry(slug: string, values: Values): Values {
    const { operation, form } = this.#open(slug)
    return carryValues(operation, form, values, this.#find).values
  }

  make(slug: string, values: Values): MadeRow {
    const { operation, form } = this.#open(slug)
    const complete = completeValues(form, values, this.#parts.random)
    const issues = checkValues(form, complete, this.#find)
    const about = describeValues(operation, complete, this.#find)
    const row = { title: about.title, values: complete, issues }
    if (issues.length > 0) return { ...row, key: null, prepared: null }
    const { id, name } = this.connection
    return {
      ...row,
      key: priceKey(id, operation, form, complete, this.#find),
      prepared: {
        connection: { id, name },
        operation: operation.id,
        model: form.model,
        values: complete,
        request: buildRequest(operation, form, complete, this.#find),
        price: null,
        quotedAt: null,
        inputs: filesOf(operation.fields, complete, this.#find).map((given) => ({
          field: given.row.name,
          assetId: given.id,
        })),
        ...about,
      },
    }
  }

  /** The row as something to ask a price for alone: only what the price depends on stands in its way. */
  makePriced(slug: string, values: Values): MadeRow {
    const { operation, form } = this.#open(slug)
    const complete = completeValues(form, values, this.#parts.random)
    const issues = checkPriced(operation, form, complete, this.#find)
    const { title } = describeValues(operation, complete, this.#find)
    const key = issues.length > 0 ? null : priceKey(this.connection.id, operation, form, complete, this.#find)
    return { title, values: complete, issues, key, prepared: null }
  }

  priceRequest(slug: string, values: Values): PriceRequest {
    const { operation, form } = this.#open(slug)
    return buildPriceRequest(operation, form, values, this.#find)
  }

  readonly #find: FindFile = (id) => {
    const known = this.#files.get(id)
    if (known !== undefined) return known
    const file = this.#parts.findFile(id)
    this.#files.set(id, file)
    return file
  }
}
