import { createHash } from 'node:crypto'
import type { FieldKind, Form, Values } from '../../../../src-preload/contract/types/form.ts'
import { filesOf, type FindFile, noFiles } from '../FindFile.ts'
import type { FieldRow, Operation } from '../Operation.ts'
import { pricedValues, priceParts, quotedRows } from './priceParts.ts'

/** Kinds whose values a price may depend on although no basis names them: everything but words, addresses, files and seeds. */
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
 * Equal for requests of one connection that must cost the same: over the model, what spec.md §Pricing basis names, and every
 * other scalar; of files their measures, of words that are priced by their number only that. A seed is no basis of any
 * price, and each job has another. The connection's id, a slash, and a hash.
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
  const given = { ...state, ...values }
  const { entries, files, onDemand } = priceParts(rows, state, find)
  const counts = onDemand.flatMap(({ sets }) => Object.entries(sets))
  const counted = new Set(rows.flatMap((row) => (isCounted(row) ? [row.wire?.[row.name] ?? row.name] : [])))
  const facts = JSON.stringify([
    operation.price.path,
    form.model.slug,
    entries.filter(([name]) => !counted.has(name)),
    counts,
    files,
    // A price refused for want of a file says nothing of the price with one.
    quotedRows(operation).flatMap((row) => (filesOf([row], given, find).length > 0 ? [row.name] : [])),
  ])
  return `${connectionId}/${createHash('sha256').update(facts).digest('hex')}`
}

const isCounted = (row: FieldRow): boolean => row.kind === 'text' && row.counted !== undefined
