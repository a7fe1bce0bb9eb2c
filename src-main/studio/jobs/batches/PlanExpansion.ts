import { batchErrors } from '../../../../src-preload/contract/errors.ts'
import { StudioError } from '../../../../src-preload/shared/StudioError.ts'
import { MAX_BATCH_ROWS } from '../../../../src-preload/constraints/limits.ts'
import { MODEL_AXIS, SIZE_AXIS, type Plan } from '../../../../src-preload/contract/types/batch.ts'
import type { Issue } from '../../../../src-preload/contract/types/issue.ts'
import type { Field, Form, Reset, Values } from '../../../../src-preload/contract/types/form.ts'
import {
  addEnteredValues,
  isSame,
  valuesToCarry,
} from '../../../../src-preload/shared/values/enteredValues.ts'
import { cellValue } from './cellValue.ts'
import type { Table } from './readTable.ts'
import { TextVariants } from '../../../../src-preload/shared/prompts/TextVariants.ts'
import { isCrossProduct, pairFiles, withFile, type Source } from './pairFiles.ts'

/** The values of one job of a batch, before its form checks them. */
export interface DraftRow {
  model: string
  values: Values
  /** What distinguishes the row from others, for display, by the name of a field or by `row`, `file` or `copy`. */
  labels: Record<string, string>
  /** Its position on each axis: the index of the value. */
  axisIndexes: number[]
  /** Entered values that were changed for its model. */
  adjusted: Reset[]
  /** Why its table row can't be used as it is. */
  issues?: Issue[]
}

interface Dependencies {
  plan: Plan
  model: string
  values: Values
  /** What of the values the user entered; undefined if that is unknown. */
  entered?: Values | undefined
  /** The table that the plan refers to; null if there is none. */
  table: Table | null
  /** The form of the base model. */
  form: Form
  /** Adapts values to another model. */
  adapt: (model: string, values: Values) => { values: Values; resets: Reset[] }
  /** The display name of a model; null if it is unknown. */
  nameOf: (model: string) => string | null
  randomSeed: () => number
}

type Axis = Plan['axes'][number]

/** Expands the plan of a batch into rows. They are counted first, and built one by one only if there are not too many. */
export class PlanExpansion {
  readonly warnings: Table['warnings']
  readonly #dependencies: Dependencies
  readonly #variants: TextVariants
  readonly #sources: Source[]
  /** Files that are each combined with every source; null if there are none. */
  readonly #crossFiles: NonNullable<Plan['files']>['files'] | null
  readonly #seedField: string | null

  /** @throws StudioError `column_missing` or `columns_unmapped`, and those of `pairFiles`. */
  constructor(dependencies: Dependencies) {
    const { table: tablePlan, files } = dependencies.plan
    this.#dependencies = dependencies
    this.#variants = new TextVariants(dependencies.plan)
    const { table } = dependencies
    for (const column of Object.keys(tablePlan?.columns ?? {}))
      if (!table?.columns.includes(column))
        throw new StudioError({ code: batchErrors.columnMissing, money: 'none', params: { column } })
    // The table would change nothing, so every row would be the same job.
    if (table && Object.keys(tablePlan?.columns ?? {}).length === 0 && files?.pair.by !== 'name')
      throw new StudioError({ code: batchErrors.columnsUnmapped, money: 'none' })
    this.#sources = pairFiles(table, files)
    this.#crossFiles = files && isCrossProduct(table !== null, files) ? files.files : null
    const unused = table?.columns.filter((name) => !isUsed(name, dependencies.plan)) ?? []
    this.warnings = [
      ...(table?.warnings ?? []),
      ...(unused.length > 0
        ? [
            {
              code: 'columns_unused' as const,
              params: { count: unused.length, names: unused.slice(0, 10).join(', ') },
            },
          ]
        : []),
    ]
    this.#seedField = dependencies.form.fields.find(({ kind }) => kind === 'seed')?.name ?? null
  }

  /** The number of rows, approximate above 2^53. @throws StudioError as `TextVariants.count`. */
  count(): number {
    const { plan } = this.#dependencies
    const rows = this.#sources.reduce((all, source) => all + this.#countRows(this.#baseValues(source)), 0)
    return rows * (this.#crossFiles?.length ?? 1) * plan.count
  }

  /** @throws StudioError `batch_too_large` with the number of rows. */
  assertNotTooLarge(max = MAX_BATCH_ROWS): void {
    const count = this.count()
    if (count > max)
      throw new StudioError({ code: batchErrors.tooLarge, money: 'none', params: { count, max } })
  }

  *rows(): Generator<DraftRow> {
    const { plan, model, randomSeed } = this.#dependencies
    const formSeed = this.#seedField === null ? null : (this.#dependencies.values[this.#seedField] ?? null)
    const sharedSeeds =
      plan.seeds === 'shared'
        ? Array.from({ length: plan.count }, (_, copy) => (copy === 0 ? formSeed : null) ?? randomSeed())
        : []
    for (const source of this.#sourcesWithFiles()) {
      for (const axisIndexes of axisCombinations(plan.axes)) {
        const applied = this.#applyAxes(source, model, axisIndexes)
        for (const values of this.#expandTexts(applied.values)) {
          for (let copy = 0; copy < plan.count; copy++) {
            const labels = {
              ...source.labels,
              ...applied.labels,
              ...(plan.count > 1 && { copy: String(copy + 1) }),
            }
            yield {
              model: applied.model,
              values: this.#withSeed(values, sharedSeeds[copy]),
              labels,
              axisIndexes,
              adjusted: applied.adjusted,
              ...(source.issues && { issues: source.issues }),
            }
          }
        }
      }
    }
  }

  *#sourcesWithFiles(): Generator<Source> {
    for (const source of this.#sources)
      if (this.#crossFiles) for (const file of this.#crossFiles) yield withFile(source, file)
      else yield source
  }

  /** The form's values, overridden by those of a table row and its file. */
  #baseValues(source: Source): Values {
    return { ...this.#withoutSeed(this.#dependencies.values), ...this.#sourceValues(source) }
  }

  /** What another model's form gets of them: what the user entered, in the form or in the table. */
  #carriedValues(source: Source): Values {
    const { form, values, entered } = this.#dependencies
    const carried = this.#withoutSeed(valuesToCarry(form, values, entered))
    return addEnteredValues(carried, this.#sourceValues(source), values)
  }

  // A seed from the table or an axis is kept; the form's seed is replaced according to the plan.
  #withoutSeed(values: Values): Values {
    const others = { ...values }
    if (this.#seedField !== null) delete others[this.#seedField]
    return others
  }

  /** The values of a table row and its file. */
  #sourceValues({ cells, file }: Source): Values {
    const { plan, form } = this.#dependencies
    const own: Values = {}
    for (const [column, entry] of Object.entries(plan.table?.columns ?? {})) {
      const cell = cells[column] ?? ''
      if (cell.trim() === '') continue
      const field = fieldOf(form, entry)
      Object.assign(own, field ? cellValue(field, entry, cell) : { [entry]: cell })
    }
    if (plan.files && file) own[plan.files.field] = [file]
    return own
  }

  #applyAxes(source: Source, baseModel: string, axisIndexes: number[]) {
    const { axes } = this.#dependencies.plan
    const baseValues = this.#baseValues(source)
    let model = baseModel
    const axisValues: Values = {}
    const labels: Record<string, string> = {}
    for (const [n, { field, values }] of axes.entries()) {
      const value = values[axisIndexes[n] ?? 0] ?? null
      if (field === MODEL_AXIS) model = toText(value)
      else if (field === SIZE_AXIS && isPlainObject(value)) Object.assign(axisValues, value)
      else axisValues[field] = value
      labels[field] = (field === MODEL_AXIS ? this.#dependencies.nameOf(model) : null) ?? toText(value)
    }
    const { values: adapted, resets } =
      model === baseModel
        ? { values: baseValues, resets: [] }
        : this.#dependencies.adapt(model, this.#carriedValues(source))
    // Adapting fills in defaults, but the seed is determined by the plan.
    if (this.#seedField !== null && model !== baseModel && baseValues[this.#seedField] === undefined)
      delete adapted[this.#seedField]
    const adjusted = resets.filter(
      ({ field, to }) =>
        field !== this.#seedField && !(field in axisValues) && !isSame(baseValues[field], to),
    )
    return { model, values: { ...adapted, ...axisValues }, labels, adjusted }
  }

  #expandTexts(values: Values): Values[] {
    let all = [values]
    for (const name of this.#textFields(values)) {
      const texts = this.#variants.expand(textOf(values[name]))
      all = all.flatMap((one) => texts.map((text) => ({ ...one, [name]: text })))
    }
    return all
  }

  #textFields(values: Values): string[] {
    const fields = this.#dependencies.form.fields.filter(({ kind }) => kind === 'text')
    return fields.map(({ name }) => name).filter((name) => typeof values[name] === 'string')
  }

  #countRows(values: Values): number {
    const { axes } = this.#dependencies.plan
    let count = 1
    for (const axis of axes) count *= this.#countAxis(axis)
    for (const name of this.#textFields(values))
      if (!axes.some(({ field }) => field === name)) count *= this.#variants.count(textOf(values[name]))
    return count
  }

  #countAxis({ field, values }: Axis): number {
    const isText = this.#dependencies.form.fields.some(({ name, kind }) => name === field && kind === 'text')
    if (!isText) return values.length
    return values.reduce<number>(
      (all, value) => all + (typeof value === 'string' ? this.#variants.count(value) : 1),
      0,
    )
  }

  #withSeed(values: Values, sharedSeed: Values[string] | undefined): Values {
    if (this.#seedField === null || (values[this.#seedField] ?? null) !== null) return values
    return { ...values, [this.#seedField]: sharedSeed ?? this.#dependencies.randomSeed() }
  }
}

const isUsed = (name: string, { table, files }: Plan): boolean =>
  Object.hasOwn(table?.columns ?? {}, name) || (files?.pair.by === 'name' && files.pair.column === name)

const textOf = (value: Values[string] | undefined): string => (typeof value === 'string' ? value : '')

const isPlainObject = (value: Values[string]): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const fieldOf = (form: Form, entry: string): Field | undefined =>
  form.fields.find((field) => field.name === entry) ??
  form.fields.find(({ kind }) =>
    kind === 'size'
      ? entry === 'width' || entry === 'height' || entry === SIZE_AXIS
      : kind === 'voice' && (entry === 'lang' || entry === 'voice'),
  )

function toText(value: Values[string]): string {
  if (isPlainObject(value)) return Object.values(value).map(toText).join(' × ')
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Every combination of axis indices, the last axis changing fastest. Without axes, a single empty one. */
function axisCombinations(axes: readonly Axis[]): number[][] {
  let all: number[][] = [[]]
  for (const { values } of axes) all = all.flatMap((indices) => values.map((_, n) => [...indices, n]))
  return all
}
