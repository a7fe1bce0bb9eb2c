import type { FieldKind } from '../../../../src-preload/contract/types/form.ts'
import { booleanKind } from './booleanKind.ts'
import { choiceKind } from './choiceKind.ts'
import { fileKind } from './fileKind.ts'
import { integerKind } from './integerKind.ts'
import type { Kind } from './Kind.ts'
import { lorasKind } from './lorasKind.ts'
import { numberKind } from './numberKind.ts'
import { parametersKind } from './parametersKind.ts'
import { seedKind } from './seedKind.ts'
import { sizeKind } from './sizeKind.ts'
import { textKind } from './textKind.ts'
import { urlKind } from './urlKind.ts'
import { voiceKind } from './voiceKind.ts'

/** Every kind of field the contract knows. */
export const kinds: { [K in FieldKind]: Kind<K> } = {
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
