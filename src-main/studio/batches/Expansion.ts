import { batchErrors, StudioError } from '../../../src-preload/contract/errors.ts'
import { MODEL_AXIS, MOST_ROWS, SIZE_AXIS, type Plan } from '../../../src-preload/contract/types/batch.ts'
import type { Field, Form, Values } from '../../../src-preload/contract/types/form.ts'
import { cellValue } from './cellValue.ts'
import { Choices } from './Choices.ts'
import { isEach, pairFiles, withFile, type Source } from './pairFiles.ts'
import type { Table } from './readTable.ts'

/** One row before its form has seen it. */
export interface DraftRow {
  model: string
  values: Values
  words: Record<string, string>
  at: number[]
}

interface Parts {
  plan: Plan
  model: string
  values: Values
  /** As read from the plan; null where it has none. */
  table: Table | null
  /** Of the base model. */
  form: Form
  /** The values as another model takes them. */
  carry: (model: string, values: Values) => Values
  /** A model's name for people; null where it is not known. */
  nameOf: (model: string) => string | null
  rollSeed: () => number
}

type Axis = Plan['axes'][number]

/** What one plan stands for: counted first, refused where it is too much, then built row by row. */
export class Expansion {
  readonly remarks: Table['remarks']
  readonly #parts: Parts
  readonly #choices: Choices
  readonly #sources: Source[]
  /** Files that every source goes with. */
  readonly #each: NonNullable<Plan['files']>['files'] | null
  readonly #seed: string | null

  /** @throws StudioError for a table, a mapping, a list or braces that can't be read. */
  constructor(parts: Parts) {
    const { table: given, files } = parts.plan
    this.#parts = parts
    this.#choices = new Choices(parts.plan)
    const { table } = parts
    for (const column of Object.keys(given?.columns ?? {}))
      if (!table?.columns.includes(column))
        throw new StudioError({ code: batchErrors.columnMissing, money: 'none', params: { column } })
    this.#sources = pairFiles(table, files)
    this.#each = files && isEach(table !== null, files) ? files.files : null
    const unused = table?.columns.filter((name) => !isUsed(name, parts.plan)) ?? []
    this.remarks = [
      ...(table?.remarks ?? []),
      ...(unused.length > 0
        ? [
            {
              code: 'columns_unused',
              params: { count: unused.length, names: unused.slice(0, 10).join(', ') },
            },
          ]
        : []),
    ]
    this.#seed = parts.form.fields.find(({ kind }) => kind === 'seed')?.name ?? null
  }

  /** How many rows it would be; beyond 2^53 about how many. */
  count(): number {
    const { plan } = this.#parts
    const rows = this.#sources.reduce((all, source) => all + this.#countOf(this.#based(source)), 0)
    return rows * (this.#each?.length ?? 1) * plan.count
  }

  /** @throws StudioError `batch_too_large` with the number, before a row is built. */
  refuseTooMany(most = MOST_ROWS): void {
    const count = this.count()
    if (count > most)
      throw new StudioError({ code: batchErrors.tooLarge, money: 'none', params: { count, most } })
  }

  *rows(): Generator<DraftRow> {
    const { plan, model, rollSeed } = this.#parts
    const given = this.#seed === null ? null : (this.#parts.values[this.#seed] ?? null)
    const seed = given ?? rollSeed()
    for (const source of this.#paired()) {
      for (const at of places(plan.axes)) {
        const placed = this.#placed(this.#based(source), model, at)
        for (const values of this.#texts(placed.values)) {
          for (let copy = 0; copy < plan.count; copy++) {
            const words = {
              ...source.words,
              ...placed.words,
              ...(plan.count > 1 && { copy: String(copy + 1) }),
            }
            yield { model: placed.model, values: this.#seeded(values, seed, rollSeed), words, at }
          }
        }
      }
    }
  }

  *#paired(): Generator<Source> {
    for (const source of this.#sources)
      if (this.#each) for (const file of this.#each) yield withFile(source, file)
      else yield source
  }

  /** The form's values with those of a table row and its file. */
  #based({ cells, file }: Source): Values {
    const { plan, values, form } = this.#parts
    const based = { ...values }
    // A seed of the table or of an axis stands; that of the form gives way to the plan's rule.
    if (this.#seed !== null) delete based[this.#seed]
    for (const [column, entry] of Object.entries(plan.table?.columns ?? {})) {
      const cell = cells[column] ?? ''
      if (cell.trim() === '') continue
      const field = fieldOf(form, entry)
      Object.assign(based, field ? cellValue(field, entry, cell) : { [entry]: cell })
    }
    if (plan.files && file) based[plan.files.field] = [file]
    return based
  }

  #placed(based: Values, base: string, at: number[]) {
    const { axes } = this.#parts.plan
    let model = base
    const set: Values = {}
    const words: Record<string, string> = {}
    for (const [n, { field, values }] of axes.entries()) {
      const value = values[at[n] ?? 0] ?? null
      if (field === MODEL_AXIS) model = inWords(value)
      else if (field === SIZE_AXIS && isPlain(value)) Object.assign(set, value)
      else set[field] = value
      words[field] = (field === MODEL_AXIS ? this.#parts.nameOf(model) : null) ?? inWords(value)
    }
    const carried = model === base ? based : this.#parts.carry(model, based)
    // Carrying fills in defaults, also for the seed, which is not for it to say.
    if (this.#seed !== null && model !== base && based[this.#seed] === undefined) delete carried[this.#seed]
    return { model, values: { ...carried, ...set }, words }
  }

  #texts(values: Values): Values[] {
    let all = [values]
    for (const name of this.#textNames(values)) {
      const texts = this.#choices.texts(textOf(values[name]))
      all = all.flatMap((one) => texts.map((text) => ({ ...one, [name]: text })))
    }
    return all
  }

  #textNames(values: Values): string[] {
    const fields = this.#parts.form.fields.filter(({ kind }) => kind === 'text')
    return fields.map(({ name }) => name).filter((name) => typeof values[name] === 'string')
  }

  #countOf(values: Values): number {
    const { axes } = this.#parts.plan
    let count = 1
    for (const axis of axes) count *= this.#countOfAxis(axis)
    for (const name of this.#textNames(values))
      if (!axes.some(({ field }) => field === name)) count *= this.#choices.count(textOf(values[name]))
    return count
  }

  #countOfAxis({ field, values }: Axis): number {
    const isText = this.#parts.form.fields.some(({ name, kind }) => name === field && kind === 'text')
    if (!isText) return values.length
    return values.reduce<number>(
      (all, value) => all + (typeof value === 'string' ? this.#choices.count(value) : 1),
      0,
    )
  }

  #seeded(values: Values, seed: Values[string], rollSeed: () => number): Values {
    if (this.#seed === null || (values[this.#seed] ?? null) !== null) return values
    return { ...values, [this.#seed]: this.#parts.plan.seeds === 'same' ? seed : rollSeed() }
  }
}

const isUsed = (name: string, { table, files }: Plan): boolean =>
  Object.hasOwn(table?.columns ?? {}, name) || (files?.pair.by === 'name' && files.pair.column === name)

const textOf = (value: Values[string] | undefined): string => (typeof value === 'string' ? value : '')

const isPlain = (value: Values[string]): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const fieldOf = (form: Form, entry: string): Field | undefined =>
  form.fields.find((field) => field.name === entry) ??
  form.fields.find(({ kind }) =>
    kind === 'size'
      ? entry === 'width' || entry === 'height' || entry === SIZE_AXIS
      : kind === 'voice' && (entry === 'lang' || entry === 'voice'),
  )

function inWords(value: Values[string]): string {
  if (isPlain(value)) return Object.values(value).map(inWords).join(' × ')
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Every place on the axes, the last axis changing fastest; one without any. */
function places(axes: readonly Axis[]): number[][] {
  let all: number[][] = [[]]
  for (const { values } of axes) all = all.flatMap((place) => values.map((_, n) => [...place, n]))
  return all
}
