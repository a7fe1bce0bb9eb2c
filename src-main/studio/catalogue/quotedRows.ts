import type { FieldRow, Operation } from './Operation.ts'

/** The rows that a price request holds. */
export const quotedRows = ({ fields, price }: Operation): FieldRow[] =>
  fields.filter((row) => (price.fields ? price.fields.includes(row.name) : row.unquoted !== true))
