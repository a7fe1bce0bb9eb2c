import type { FieldKind, FieldOf, Values } from '../../../../src-preload/contract/types/form.ts'
import type { Issue } from '../../../../src-preload/contract/types/issue.ts'
import type { ModelRecord } from '../../service/models/ModelRecord.ts'
import type { FindFile } from '../FindFile.ts'
import type { FieldRow, RowOf } from '../Operation.ts'

/** A field within the limits of one model, with its default values. */
export interface BuiltField<K extends FieldKind> {
  field: FieldOf<K>
  defaults: Values
}

/** What the text of a value depends on: its row and entry, the other values, and the model (null if it isn't known). */
export interface FormatContext<K extends FieldKind> {
  row: RowOf<K>
  entry: string
  values: Values
  record: ModelRecord | null
}

/** The behavior of one kind of field. */
export interface FieldBehavior<K extends FieldKind> {
  /** Null when the model offers nothing for this field. */
  build: (row: RowOf<K>, record: ModelRecord) => BuiltField<K> | null
  /** Every reason why the field's values can't be sent. */
  check: (field: FieldOf<K>, values: Values, find: FindFile) => Issue[]
  /**
   * The field's values, changed to the nearest valid ones. A value that has none is left out. Invalid text and files are kept, so that
   * the user can correct them.
   */
  fit: (field: FieldOf<K>, values: Values) => Values
  /**
   * A value as text, as the form shows it. The model may no longer exist, and the value may no longer be one of its options.
   * Absent: the value itself.
   */
  format?: (value: Values[string], context: FormatContext<K>) => string
  /** Values that are determined by the limits or by the other values. */
  fixed?: (field: FieldOf<K>, values: Values, defaults: Values) => Values
}

/** The properties that every field takes from its row. */
export const baseField = (row: FieldRow) => ({
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

/** A value without a known field as text; empty for null and undefined. */
export function plainText(value: Values[string] | undefined): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string') return value.trim()
  if (Array.isArray(value)) return value.map(plainText).filter(Boolean).join(', ')
  if (typeof value === 'object') return JSON.stringify(value)
  return typeof value === 'boolean' ? (value ? 'Yes' : 'No') : String(value)
}
