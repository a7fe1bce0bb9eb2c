import { formErrors } from '../../../../src-preload/contract/errors.ts'
import { StudioError } from '../../../../src-preload/shared/StudioError.ts'
import type { Connection } from '../../../../src-preload/contract/types/connection.ts'
import type { Form, Reset, Values } from '../../../../src-preload/contract/types/form.ts'
import type { Issue } from '../../../../src-preload/contract/types/issue.ts'
import type { Problem } from '../../../../src-preload/contract/types/problem.ts'
import { type FileMetadata, inputFilesOf, type FindFile } from '../../catalogue/FindFile.ts'
import { buildForm } from '../../catalogue/form/buildForm.ts'
import { operationFor } from '../../catalogue/form/modelRows.ts'
import type { Operation } from '../../catalogue/Operation.ts'
import { buildPriceRequest, priceKey } from '../../catalogue/requests/buildPriceRequest.ts'
import { mapPriceRejection } from '../../catalogue/requests/mapFieldErrors.ts'
import { adaptValues } from '../../catalogue/values/adaptValues.ts'
import {
  checkValues,
  completeValues,
  pricedIssues,
  withDefaults,
} from '../../catalogue/values/checkValues.ts'
import { describeValues } from '../../catalogue/values/describeValues.ts'
import { findRoute } from '../../catalogue/requests/findRoute.ts'
import { buildRequest } from '../../catalogue/requests/buildRequest.ts'
import type { PreparedJob } from '../store/newJobs.ts'
import type { Models } from '../../service/models/Models.ts'
import type { ModelRecord } from '../../service/models/ModelRecord.ts'
import type { PriceRequest } from '../../service/http/Exchange.ts'

export type ConnectionRef = Pick<Connection, 'id' | 'name'>

interface FormDependencies {
  connection: ConnectionRef
  operation: Operation
  models: Pick<Models, 'find'>
  findFile: FindFile
  random: () => number
  /**
   * Finds an operation by its id. A composite task, such as Transcribe, runs its jobs as one of several operations, its
   * routes.
   */
  findOperation?: (id: string) => Operation | undefined
}

/** Completed values, with either their issues or the job made from them, which has no price yet. */
export interface BuiltJob {
  title: string
  values: Values
  issues: Issue[]
  /** Forms with equal keys have the same price; null if there are issues. */
  key: string | null
  prepared: PreparedJob | null
}

/** The forms of one operation on one connection. Each model's form is built once and each file is looked up once. */
export class JobForms {
  readonly connection: ConnectionRef
  readonly operation: Operation
  readonly #dependencies: FormDependencies
  readonly #forms = new Map<string, JobForm>()
  readonly #files = new Map<string, FileMetadata | null>()

  constructor(dependencies: FormDependencies) {
    this.#dependencies = dependencies
    this.connection = dependencies.connection
    this.operation = dependencies.operation
  }

  /** @throws StudioError `model_gone`. */
  open(slug: string): JobForm {
    const known = this.#forms.get(slug)
    if (known) return known
    const { connection, operation, models, random, findOperation } = this.#dependencies
    const record = models.find(connection.id, slug)
    if (!record) throw new StudioError({ code: formErrors.modelGone, money: 'none', params: { model: slug } })
    const opened = new JobForm({
      connection,
      operation,
      record,
      findFile: this.#findFile,
      random,
      ...(findOperation && { findOperation }),
    })
    this.#forms.set(slug, opened)
    return opened
  }

  readonly #findFile: FindFile = (id) => {
    const known = this.#files.get(id)
    if (known !== undefined) return known
    const file = this.#dependencies.findFile(id)
    this.#files.set(id, file)
    return file
  }
}

/** The form of an operation for one model: every step from the entered values to a prepared job. */
export class JobForm {
  readonly form: Form
  readonly #connection: ConnectionRef
  /** Includes the additional fields of the model. */
  readonly #operation: Operation
  readonly #record: ModelRecord
  readonly #findFile: FindFile
  readonly #random: () => number
  readonly #findOperation: NonNullable<FormDependencies['findOperation']>

  constructor({
    connection,
    operation,
    record,
    findFile,
    random,
    findOperation = () => undefined,
  }: Omit<FormDependencies, 'models'> & { record: ModelRecord }) {
    this.#record = record
    this.#findOperation = findOperation
    this.#connection = connection
    this.#operation = operationFor(operation, record)
    this.form = buildForm(this.#operation, record)
    this.#findFile = findFile
    this.#random = random
  }

  /** Adapts the values of another model's form to this one. */
  adapt(values: Values): { values: Values; resets: Reset[] } {
    return adaptValues(this.#operation, this.form, values, this.#findFile)
  }

  check(values: Values): Issue[] {
    const route = this.#route(values)
    if (route) return route.mapIssues(route.form.check(route.values))
    return this.#check(this.#complete(values))
  }

  /** The issues of the values that the price depends on. */
  checkPriced(values: Values): Issue[] {
    const route = this.#route(values)
    if (route) return route.mapIssues(route.form.checkPriced(route.values))
    return pricedIssues(this.#operation, this.#check(withDefaults(this.form, values)))
  }

  priceKey(values: Values): string {
    const route = this.#route(values)
    if (route) return route.form.priceKey(route.values)
    return priceKey(this.#connection.id, this.#operation, this.form, values, this.#findFile)
  }

  /** @throws StudioError `invalid_form` if `checkPriced` has issues. */
  priceRequest(values: Values): PriceRequest {
    const route = this.#route(values)
    if (route) return route.form.priceRequest(route.values)
    return buildPriceRequest(this.#operation, this.form, values, this.#findFile)
  }

  build(given: Values): BuiltJob {
    const values = this.#complete(given)
    const route = this.#route(values)
    if (route) {
      const built = route.form.build(route.values)
      return { ...built, values, issues: route.mapIssues(built.issues) }
    }
    const issues = this.#check(values)
    const description = describeValues(this.#operation, values, this.#findFile)
    const row = { title: description.title, values, issues }
    if (issues.length > 0) return { ...row, key: null, prepared: null }
    const { id, name } = this.#connection
    return {
      ...row,
      key: priceKey(id, this.#operation, this.form, values, this.#findFile, issues),
      prepared: {
        connection: { id, name },
        operation: this.#operation.id,
        model: this.form.model,
        values,
        request: buildRequest(this.#operation, this.form, values, this.#findFile, issues),
        price: null,
        quotedAt: null,
        inputs: inputFilesOf(this.#operation.fields, values, this.#findFile).map((file) => ({
          field: file.row.name,
          assetId: file.id,
        })),
        ...description,
      },
    }
  }

  /** Like `build`, but only for a price: reports only issues of values that the price depends on. */
  buildForPricing(given: Values): BuiltJob {
    const values = this.#complete(given)
    const issues = this.checkPriced(values)
    const { title } = describeValues(this.#operation, values, this.#findFile)
    return { title, values, issues, key: issues.length > 0 ? null : this.priceKey(values), prepared: null }
  }

  /** Assigns the reason of a rejected price request to the fields of the form. */
  mapPriceRejection(
    values: Values,
    request: PriceRequest,
    problem: Problem,
  ): ReturnType<typeof mapPriceRejection> {
    const route = this.#route(values)
    if (!route)
      return mapPriceRejection({ operation: this.#operation, form: this.form, values, request }, problem)
    const mapped = route.form.mapPriceRejection(route.values, request, problem)
    return 'issues' in mapped
      ? { issues: route.mapIssues(mapped.issues) }
      : { problem: route.mapProblem(mapped.problem) }
  }

  /** For a composite task: the form of the operation that these values run as, and how its issues are assigned to this form. */
  #route(values: Values) {
    const found = findRoute(this.#operation, values, {
      record: this.#record,
      findFile: this.#findFile,
      find: this.#findOperation,
    })
    if (!found) return null
    const { toForm } = found
    return {
      form: new JobForm({
        connection: this.#connection,
        operation: found.operation,
        record: this.#record,
        findFile: this.#findFile,
        random: this.#random,
      }),
      values: found.toRoute(values),
      mapIssues: (issues: readonly Issue[]) =>
        issues.map((issue) => ({ ...issue, field: toForm(issue.field) })),
      mapProblem: ({ fields, ...problem }: Problem): Problem => ({
        ...problem,
        ...(fields && {
          fields: Object.fromEntries(Object.entries(fields).map(([entry, text]) => [toForm(entry), text])),
        }),
      }),
    }
  }

  #check(values: Values): Issue[] {
    return checkValues(this.form, values, this.#findFile)
  }

  #complete(values: Values): Values {
    return completeValues(this.form, values, this.#random)
  }
}
