import type { FieldKind, FieldOf, Values } from '../../../../src-preload/contract/types/form.ts'
import type { Issue } from '../../../../src-preload/contract/types/problem.ts'
import type { ModelRecord } from '../../models/ModelRecord.ts'
import type { FindFile } from '../FindFile.ts'
import type { FieldRow, RowOf } from '../Operation.ts'

/** A field as one model narrows it, with the entries it starts from. */
export interface Built<K extends FieldKind> {
  field: FieldOf<K>
  defaults: Values
}

export interface Said<K extends FieldKind> {
  row: RowOf<K>
  entry: string
  values: Values
  record: ModelRecord | null
}

/** What one kind of field knows of itself. Adding a kind is adding one of these. */
export interface Kind<K extends FieldKind> {
  /** Null where the model has nothing to offer for it. */
  build: (row: RowOf<K>, record: ModelRecord) => Built<K> | null
  /** Every reason why the field's entries cannot be sent. */
  check: (field: FieldOf<K>, values: Values, find: FindFile) => Issue[]
  /** The field's entries brought to the nearest it takes; an entry for which nothing is near is left out. */
  fit: (field: FieldOf<K>, values: Values) => Values
  /**
   * The value of one of its entries for reading, as its form shows it. The model may be gone, and the value none of its
   * options any more. Absent: the value itself.
   */
  say?: (value: Values[string], about: Said<K>) => string
  /** Entries that leave no choice, by the limits or by the other entries. */
  fixed?: (field: FieldOf<K>, values: Values, defaults: Values) => Values
}

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
