import type { ModelRecord } from '../models/ModelRecord.ts'
import { modelRows } from './modelRows.ts'
import type { Operation } from './Operation.ts'

/** An operation as one model runs it: with the fields that only the model names, before "More parameters". */
export function operationFor(operation: Operation, record: ModelRecord): Operation {
  const own = modelRows(operation, record)
  if (own.length === 0) return operation
  const last = operation.fields.filter(({ kind }) => kind === 'parameters')
  const others = operation.fields.filter(({ kind }) => kind !== 'parameters')
  return { ...operation, fields: [...others, ...own, ...last] }
}
