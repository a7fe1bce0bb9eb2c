import type { FieldKind, FieldOf, Values } from '../../../src-preload/contract/types/form.ts'
import type { Issue } from '../../../src-preload/contract/types/problem.ts'
import type { ModelRecord } from '../models/ModelRecord.ts'
import type { FindFile } from './FindFile.ts'
import { kinds } from './kinds/kinds.ts'
import type { Built, Said } from './kinds/Kind.ts'
import type { RowOf } from './Operation.ts'
import { plainWords } from './plainWords.ts'

/** The kinds' own doors, found by the kind of the row or field at hand. */
export const fieldKinds = {
  build: <K extends FieldKind>(row: RowOf<K>, record: ModelRecord): Built<K> | null =>
    kinds[row.kind].build(row, record),
  check: <K extends FieldKind>(field: FieldOf<K>, values: Values, find: FindFile): Issue[] =>
    kinds[field.kind].check(field, values, find),
  fit: <K extends FieldKind>(field: FieldOf<K>, values: Values): Values =>
    kinds[field.kind].fit(field, values),
  say: <K extends FieldKind>(value: Values[string], about: Said<K>): string =>
    kinds[about.row.kind].say?.(value, about) ?? plainWords(value),
  fixed: <K extends FieldKind>(field: FieldOf<K>, values: Values, defaults: Values): Values =>
    kinds[field.kind].fixed?.(field, values, defaults) ?? {},
}
