import { createHash } from 'node:crypto'
import type { Form, Values } from '../../../src-preload/contract/types/form.ts'
import type { Operation } from './Operation.ts'
import { wireEntries } from './wireEntries.ts'
import { withDefaults } from './withDefaults.ts'

/**
 * Equal for requests of one connection that must cost the same: over the model and what the price depends on alone.
 * The connection's id, a slash, and a hash.
 */
export function priceKey(connectionId: string, operation: Operation, form: Form, values: Values): string {
  const priced = operation.fields.filter((row) => row.priced)
  const entries = wireEntries(priced, { ...withDefaults(form, values), ...form.constants })
  const facts = JSON.stringify([operation.price.path, form.model.slug, entries])
  return `${connectionId}/${createHash('sha256').update(facts).digest('hex')}`
}
