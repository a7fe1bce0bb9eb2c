import { createHash } from 'node:crypto'
import type { FieldKind, Form, Values } from '../../../../src-preload/contract/types/form.ts'
import { inputFilesOf, type FindFile, noFiles } from '../FindFile.ts'
import type { FieldRow, Operation } from '../Operation.ts'
import { pricedValues, priceParts, quotedRows } from './priceParts.ts'

/** Kinds whose values a price may depend on even if no pricing basis lists them: all but text, addresses, files and seeds. */
const SCALARS: ReadonlySet<FieldKind> = new Set([
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
 * Equal for requests of one connection that cost the same. A hash of the model, of what service.md §Pricing basis lists and of every
 * other scalar. Files count by their measurements, text that is priced by its length by that length. The seed is left out, because no
 * price depends on it and every job has another. Format: the connection's id, a slash, the hash.
 */
export function priceKey(
  connectionId: string,
  operation: Operation,
  form: Form,
  values: Values,
  find: FindFile = noFiles,
): string {
  const rows = quotedRows(operation).filter((row) => row.priced || SCALARS.has(row.kind))
  const state = pricedValues(operation, form, values, find)
  const filled = { ...state, ...values }
  const { entries, files, onDemand } = priceParts(rows, state, find)
  const counts = onDemand.flatMap(({ sets }) => Object.entries(sets))
  const counted = new Set(rows.flatMap((row) => (isCounted(row) ? [row.wire?.[row.name] ?? row.name] : [])))
  const keyText = JSON.stringify([
    operation.price.path,
    form.model.slug,
    entries.filter(([name]) => !counted.has(name)),
    counts,
    files,
    // A request that was rejected because a file was missing says nothing about the price with the file.
    quotedRows(operation).flatMap((row) => (inputFilesOf([row], filled, find).length > 0 ? [row.name] : [])),
  ])
  return `${connectionId}/${createHash('sha256').update(keyText).digest('hex')}`
}

const isCounted = (row: FieldRow): boolean => row.kind === 'text' && row.characterCountName !== undefined
