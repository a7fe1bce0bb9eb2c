import { createHash } from 'node:crypto'
import type { Form, Values } from '../../../src-preload/contract/types/form.ts'
import type { FindFile } from './FindFile.ts'
import { noFiles } from './noFiles.ts'
import type { Operation } from './Operation.ts'
import { priceParts } from './priceParts.ts'
import { withDefaults } from './withDefaults.ts'

/**
 * Equal for requests of one connection that must cost the same: over the model and what the price depends on alone, of
 * files their measures. The connection's id, a slash, and a hash.
 */
export function priceKey(
  connectionId: string,
  operation: Operation,
  form: Form,
  values: Values,
  find: FindFile = noFiles,
): string {
  const priced = operation.fields.filter((row) => row.priced)
  const { entries, files } = priceParts(priced, { ...withDefaults(form, values), ...form.constants }, find)
  const facts = JSON.stringify([operation.price.path, form.model.slug, entries, files])
  return `${connectionId}/${createHash('sha256').update(facts).digest('hex')}`
}
