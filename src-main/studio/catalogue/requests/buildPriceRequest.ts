import type { Form, Values, Field, FieldKind } from '../../../../src-preload/contract/types/form.ts'
import type { Issue } from '../../../../src-preload/contract/types/issue.ts'
import type { PriceRequest, WireFile, OnDemandField } from '../../service/http/Exchange.ts'
import { pricedIssues, throwIfInvalid, checkValues, withDefaults } from '../values/checkValues.ts'
import { type FindFile, noFiles, type FileMetadata, inputFilesOf } from '../FindFile.ts'
import type { Operation, FieldRow, FileRow } from '../Operation.ts'
import { toWireRequest, wireBody, wireEntries, type WireEntry, wireFiles } from './buildRequest.ts'
import { entriesOf } from '../form/entries.ts'
import { createHash } from 'node:crypto'

/** Kinds of fields whose values may affect the price even if the service doesn't list them: all but text, URLs, files and seeds. */
const PRICE_KINDS: ReadonlySet<FieldKind> = new Set([
  'integer',
  'number',
  'boolean',
  'choice',
  'size',
  'voice',
  'loras',
  'parameters',
])

/**
 * The cache key of a price: equal for requests of one connection that cost the same. A hash of the model, of the values in service.md
 * §Pricing basis, and of all values of `PRICE_KINDS`. Files are represented by their measurements, and a text that is priced by its length
 * is represented by that length. The seed is left out, because no price depends on it and it differs between jobs. Format: the
 * connection's id, a slash, the hash. `issues` are those of the values; by default they are checked.
 */
export function priceKey(
  connectionId: string,
  operation: Operation,
  form: Form,
  values: Values,
  find: FindFile = noFiles,
  issues = checkValues(form, withDefaults(form, values), find),
): string {
  const rows = priceRows(operation).filter((row) => row.priced || PRICE_KINDS.has(row.kind))
  const priceValues = completePriceValues(operation, form, values, issues)
  const filled = { ...priceValues, ...values }
  const { entries, files, onDemand } = buildPriceContent(rows, priceValues, find)
  const counts = onDemand.flatMap(({ addedFields }) => Object.entries(addedFields))
  const countedNames = new Set(
    rows.flatMap((row) => (isPricedByLength(row) ? [row.wire?.[row.name] ?? row.name] : [])),
  )
  const keyText = JSON.stringify([
    operation.price.path,
    form.model.slug,
    entries.filter(([name]) => !countedNames.has(name)),
    counts,
    files,
    // A request that was rejected because a file was missing says nothing about the price with the file.
    priceRows(operation).flatMap((row) => (inputFilesOf([row], filled, find).length > 0 ? [row.name] : [])),
  ])
  return `${connectionId}/${createHash('sha256').update(keyText).digest('hex')}`
}

const isPricedByLength = (row: FieldRow): boolean =>
  row.kind === 'text' && row.characterCountParameter !== undefined

/**
 * The request for the price of a job: the job's own parameters (service.md §Prices), with measurements of files instead of
 * the files (service.md §Requests). The service requires a complete body, so a missing or invalid entry is replaced by its default or a
 * stand-in if the price doesn't depend on it.
 * @throws StudioError `invalid_form` when an entry that the price depends on has an issue.
 */
export function buildPriceRequest(
  operation: Operation,
  form: Form,
  values: Values,
  find: FindFile = noFiles,
): PriceRequest {
  const issues = checkValues(form, withDefaults(form, values), find)
  throwIfInvalid(pricedIssues(operation, issues))
  const { path, encoding } = operation.price
  const priceValues = completePriceValues(operation, form, values, issues)
  const { entries, files, onDemand } = buildPriceContent(priceRows(operation), priceValues, find)
  const fallbackPath = `${operation.path}/price-calculation`
  return {
    ...toWireRequest({ path, encoding }, wireBody(form.model.slug, entries), files),
    ...(fallbackPath !== path && { fallbackPath }),
    ...(onDemand.length > 0 && { onDemand }),
  }
}

interface PriceContent {
  entries: WireEntry[]
  files: WireFile[]
  /** What a second request adds if the service rejects the first one without it. */
  onDemand: OnDemandField[]
}

/**
 * The parameters and files of a price request. A file is represented by its measurements; the file itself is sent only on demand or
 * if it can't be measured. A text that is priced by its length is sent, with its length on demand (service.md §Requests).
 */
export function buildPriceContent(rows: readonly FieldRow[], values: Values, find: FindFile): PriceContent {
  const otherEntries = rows.flatMap((row) => (row.kind === 'file' ? [] : wireEntries([row], values)))
  const entries: WireEntry[] = []
  const files: WireFile[] = []
  const onDemand: OnDemandField[] = []
  for (const row of rows) {
    const rowEntries = wireEntries([row], values)
    entries.push(...rowEntries)
    if (row.kind === 'file') {
      const [first] = inputFilesOf([row], values, find)
      if (!first) continue
      const measurements = measurementEntries(row, first.file)
      const filesOfRow = wireFiles([row], values, find)
      if (!measurements) {
        files.push(...filesOfRow)
        continue
      }
      entries.push(...measurements)
      // A size that the user entered stays in the body when the file replaces its measurements.
      const replacedFields = measurements
        .map(([name]) => name)
        .filter((name) => !otherEntries.some(([other]) => other === name))
      onDemand.push({
        names: rejectionNamesOf(row, rows),
        replacedFields,
        addedFields: {},
        files: filesOfRow,
      })
    } else if (row.kind === 'text' && row.characterCountParameter !== undefined) {
      for (const [name, text] of rowEntries)
        if (typeof text === 'string')
          onDemand.push({
            names: [row.characterCountParameter],
            replacedFields: [name],
            addedFields: { [row.characterCountParameter]: Array.from(text).length },
            files: [],
          })
    }
  }
  // A size that the user entered overrides the measured one.
  return { entries: [...new Map([...entries, ...otherEntries])], files, onDemand }
}

/** If a rejection names one of these fields, the files of a row are sent: the row's own names and those of its alternatives. */
function rejectionNamesOf(row: FileRow, rows: readonly FieldRow[]): string[] {
  const group = rows.filter(
    (candidate) => candidate === row || (row.oneOf !== undefined && candidate.oneOf === row.oneOf),
  )
  const names = group.flatMap((candidate) => [
    candidate.wire?.[candidate.name] ?? candidate.name,
    ...(candidate.kind === 'file' && candidate.repeatedPartName !== undefined
      ? [candidate.repeatedPartName.replace('[]', '')]
      : []),
  ])
  return [...new Set(names)]
}

/** The measurements of a file as parameters; null if one that the request needs is missing. */
function measurementEntries(
  { measurementParameters }: FileRow,
  { width, height, durationMs }: FileMetadata,
): WireEntry[] | null {
  if (!measurementParameters) return []
  const seconds = durationMs === null ? null : durationMs / 1000
  const measurements: [string | undefined, number | null][] = [
    [measurementParameters.width, width],
    [measurementParameters.height, height],
    [measurementParameters.seconds, seconds],
    [measurementParameters.wholeSeconds, seconds === null ? null : Math.max(1, Math.ceil(seconds))],
  ]
  const entries: WireEntry[] = []
  for (const [name, value] of measurements) {
    if (name === undefined) continue
    if (value === null) return null
    entries.push([name, value])
  }
  return entries
}

/**
 * The values of a price request: complete, with a default or a stand-in for every invalid value. The price key uses them too, so that
 * a half-typed value doesn't cause another request.
 */
function completePriceValues(
  operation: Operation,
  form: Form,
  values: Values,
  issues: readonly Issue[],
): Values {
  const complete = withDefaults(form, values)
  const invalid = new Set(issues.map((issue) => issue.field))
  for (const row of operation.fields)
    for (const { name } of entriesOf(row))
      if (invalid.has(name)) {
        const field = form.fields.find((candidate) => candidate.name === row.name)
        complete[name] = form.defaults[name] ?? standInFor(row, field)
      }
  return { ...complete, ...form.constants }
}

/** The stand-in of a row; a text is repeated until it is as long as the model requires. */
function standInFor(row: FieldRow, field: Field | undefined): Values[string] {
  const { priceStandIn: standIn = null } = row
  if (typeof standIn !== 'string' || field?.kind !== 'text') return standIn
  const { minLength = 0, maxLength = Infinity } = field
  const times = Math.ceil(Math.min(minLength, MAX_STAND_IN_LENGTH) / standIn.length)
  return standIn.repeat(Math.max(1, times)).slice(0, Math.max(minLength, Math.min(standIn.length, maxLength)))
}

/** Upper limit for the length of a stand-in, in characters. */
const MAX_STAND_IN_LENGTH = 10_000

/** The rows in a price request. */
export const priceRows = ({ fields, price }: Operation): FieldRow[] =>
  fields.filter((row) => (price.fields ? price.fields.includes(row.name) : row.excludedFromPrice !== true))
