import type { FieldRow } from '../Operation.ts'

/** What every field shows of its row. */
export const baseOf = (row: FieldRow) => ({
  name: row.name,
  label: row.label,
  section: row.section,
  required: row.required,
  ...(row.help !== undefined && { help: row.help }),
  ...(row.when !== undefined && { when: row.when }),
  ...(row.oneOf !== undefined && { oneOf: row.oneOf }),
  ...(row.fromModel !== undefined && { fromModel: row.fromModel }),
  ...(row.placeholder !== undefined && { placeholder: row.placeholder }),
})
