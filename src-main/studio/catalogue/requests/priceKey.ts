import { createHash } from 'node:crypto'
import type { FieldKind, Form, Values } from '../../../../src-preload/contract/types/form.ts'
import { inputFilesOf, type FindFile, noFiles } from '../FindFile.ts'
import type { FieldRow, Operation } from '../Operation.ts'
import { completePriceValues, buildPriceContent, priceRows } from './buildPriceRequest.ts'

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
 * connection's id, a slash, the hash.
 */
export function priceKey(
  connectionId: string,
  operation: Operation,
  form: Form,
  values: Values,
  find: FindFile = noFiles,
): string {
  const rows = priceRows(operation).filter((row) => row.priced || PRICE_KINDS.has(row.kind))
  const priceValues = completePriceValues(operation, form, values, find)
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
