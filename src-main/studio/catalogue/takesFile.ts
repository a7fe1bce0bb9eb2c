import type { FieldOf } from '../../../src-preload/contract/types/form.ts'
import type { FileFacts } from './FindFile.ts'

/** Whether a file is of a kind and a format that a field takes. */
export const takesFile = (
  { media, formats }: { media: FieldOf<'file'>['media']; formats: readonly string[] },
  { kind, format }: Pick<FileFacts, 'kind' | 'format'>,
): boolean => media.some((one) => one === kind) && formats.includes(format)
