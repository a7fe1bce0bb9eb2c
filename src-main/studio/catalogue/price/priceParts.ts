import type { Field, Form, Values } from '../../../../src-preload/contract/types/form.ts'
import type { WireFile } from '../../service/Exchange.ts'
import type { OnDemand } from '../../service/PriceRequest.ts'
import { type FileFacts, filesOf, type FindFile } from '../FindFile.ts'
import type { FieldRow, FileRow, Operation } from '../Operation.ts'
import { wireEntries, type WireEntry, wireFiles } from '../wire/wireRequest.ts'
import { checkValues } from '../values/checkValues.ts'
import { entriesOf } from '../form/entries.ts'
import { withDefaults } from '../values/completeValues.ts'

interface PriceParts {
  entries: WireEntry[]
  files: WireFile[]
  onDemand: OnDemand[]
}

/**
 * What rows say in a price body: of a file what was measured of it, and the file itself only on demand or where it can't be
 * measured; of a text that is priced by its length the text, and the length on demand (facts.md §1).
 */
export function priceParts(rows: readonly FieldRow[], values: Values, find: FindFile): PriceParts {
  const own = rows.flatMap((row) => (row.kind === 'file' ? [] : wireEntries([row], values)))
  const entries: WireEntry[] = []
  const files: WireFile[] = []
  const onDemand: OnDemand[] = []
  for (const row of rows) {
    const mine = wireEntries([row], values)
    entries.push(...mine)
    if (row.kind === 'file') {
      const [first] = filesOf([row], values, find)
      if (!first) continue
      const measures = measuresOf(row, first.file)
      const whole = wireFiles([row], values, find)
      if (!measures) {
        files.push(...whole)
        continue
      }
      entries.push(...measures)
      // A size of one's own stays in the body when the file takes the place of its measures.
      const drops = measures.map(([name]) => name).filter((name) => !own.some(([other]) => other === name))
      onDemand.push({ names: askedBy(row, rows), drops, sets: {}, files: whole })
    } else if (row.kind === 'text' && row.counted !== undefined) {
      for (const [name, text] of mine)
        if (typeof text === 'string')
          onDemand.push({
            names: [row.counted],
            drops: [name],
            sets: { [row.counted]: Array.from(text).length },
            files: [],
          })
    }
  }
  // A size of one's own stands where the measured one did.
  return { entries: [...new Map([...entries, ...own])], files, onDemand }
}

/** Names whose refusal asks for a row's files: its own, and those of the rows it excludes. */
function askedBy(row: FileRow, rows: readonly FieldRow[]): string[] {
  const group = rows.filter((one) => one === row || (row.oneOf !== undefined && one.oneOf === row.oneOf))
  const names = group.flatMap((one) => [
    one.wire?.[one.name] ?? one.name,
    ...(one.kind === 'file' && one.many !== undefined ? [one.many.replace('[]', '')] : []),
  ])
  return [...new Set(names)]
}

/** Null where something that is wanted could not be measured. */
function measuresOf({ measured }: FileRow, { width, height, durationMs }: FileFacts): WireEntry[] | null {
  if (!measured) return []
  const seconds = durationMs === null ? null : durationMs / 1000
  const wanted: [string | undefined, number | null][] = [
    [measured.width, width],
    [measured.height, height],
    [measured.seconds, seconds],
    [measured.wholeSeconds, seconds === null ? null : Math.max(1, Math.ceil(seconds))],
  ]
  const entries: WireEntry[] = []
  for (const [name, value] of wanted) {
    if (name === undefined) continue
    if (value === null) return null
    entries.push([name, value])
  }
  return entries
}

/**
 * The values that a price is asked for: complete, and with a default or a stand-in for whatever can't be sent as it is.
 * The key of a quote goes by them too, so that no half-typed value costs a request of its own.
 */
export function pricedValues(operation: Operation, form: Form, values: Values, find: FindFile): Values {
  const body = withDefaults(form, values)
  const wrong = new Set(checkValues(form, body, find).map((issue) => issue.field))
  for (const row of operation.fields)
    for (const { name } of entriesOf(row))
      if (wrong.has(name)) {
        const field = form.fields.find((one) => one.name === row.name)
        body[name] = form.defaults[name] ?? standInFor(row, field)
      }
  return { ...body, ...form.constants }
}

/** A stand-in of words, as long as the model wants them. */
function standInFor(row: FieldRow, field: Field | undefined): Values[string] {
  const { standIn = null } = row
  if (typeof standIn !== 'string' || field?.kind !== 'text') return standIn
  const { minLength = 0, maxLength = Infinity } = field
  const times = Math.ceil(Math.min(minLength, MOST_STAND_IN) / standIn.length)
  return standIn.repeat(Math.max(1, times)).slice(0, Math.max(minLength, Math.min(standIn.length, maxLength)))
}

/** No model asks for more words than this before it says a price. */
const MOST_STAND_IN = 10_000

/** The rows that a price request holds. */
export const quotedRows = ({ fields, price }: Operation): FieldRow[] =>
  fields.filter((row) => (price.fields ? price.fields.includes(row.name) : row.unquoted !== true))
