import type { FieldKind, FieldOf, Values } from '../../../../src-preload/contract/types/form.ts'
import type { Issue } from '../../../../src-preload/contract/types/issue.ts'
import type { ModelRecord } from '../../service/models/ModelRecord.ts'
import type { FindFile } from '../FindFile.ts'
import { type BuiltField, type FieldBehavior, type FormatContext, plainText } from './FieldBehavior.ts'
import type { RowOf } from '../Operation.ts'
import { booleanKind, choiceKind } from './choiceKinds.ts'
import { fileKind } from './fileKind.ts'
import { integerKind, numberKind, seedKind } from './numberKinds.ts'
import { lorasKind } from './lorasKind.ts'
import { parametersKind } from './parametersKind.ts'
import { sizeKind } from './sizeKind.ts'
import { textKind, urlKind } from './textKinds.ts'
import { voiceKind } from './voiceKind.ts'

/** Calls the functions of the kind that a row or field has. */
export const fieldKinds = {
  build: <K extends FieldKind>(row: RowOf<K>, record: ModelRecord): BuiltField<K> | null =>
    kinds[row.kind].build(row, record),
  check: <K extends FieldKind>(field: FieldOf<K>, values: Values, find: FindFile): Issue[] =>
    kinds[field.kind].check(field, values, find),
  fit: <K extends FieldKind>(field: FieldOf<K>, values: Values): Values =>
    kinds[field.kind].fit(field, values),
  format: <K extends FieldKind>(value: Values[string], context: FormatContext<K>): string =>
    kinds[context.row.kind].format?.(value, context) ?? plainText(value),
  fixed: <K extends FieldKind>(field: FieldOf<K>, values: Values, defaults: Values): Values =>
    kinds[field.kind].fixed?.(field, values, defaults) ?? {},
}

/** Every kind of field in the contract. */
export const kinds: { [K in FieldKind]: FieldBehavior<K> } = {
  text: textKind,
  integer: integerKind,
  number: numberKind,
  boolean: booleanKind,
  choice: choiceKind,
  size: sizeKind,
  seed: seedKind,
  loras: lorasKind,
  url: urlKind,
  file: fileKind,
  voice: voiceKind,
  parameters: parametersKind,
}
