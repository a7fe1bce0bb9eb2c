import type { Asset } from '../../../../src-preload/contract/types/asset.ts'
import type { FieldOf } from '../../../../src-preload/contract/types/form.ts'
import type { Problem } from '../../../../src-preload/contract/types/problem.ts'
import { t } from '../../../i18n/t.ts'
import { formatBytes } from '../../../lib/bytes.ts'
import { problemMessage } from '../../../lib/problemMessage.ts'
import { formatWord, formatText, limitOfBytes } from './limitText.ts'

type FileField = FieldOf<'file'>

/** Why a file can't be added; undefined if no reason is known before the upload. */
export async function rejectionOfFile(field: FileField, file: File): Promise<string | undefined> {
  const { name, size } = file
  try {
    // Reading a deleted file or a folder fails. A deleted file may report size 0, so an empty one is read entirely.
    await (size === 0 ? file : file.slice(0, 1)).arrayBuffer()
  } catch {
    return t('files.unreadable', { name })
  }
  if (size === 0) return t('files.no_bytes', { name })
  const { maxBytes } = field
  if (maxBytes === undefined || size <= maxBytes) return undefined
  return t('files.too_large', { name, is: formatBytes(size), max: limitOfBytes(maxBytes) })
}

/** Why an asset's kind or format is not accepted by the field. Its dimensions are checked by the studio. */
export function rejectionOfAsset(
  field: FileField,
  asset: Pick<Asset, 'kind' | 'format'>,
  name: string,
): string | undefined {
  if (field.media.some((kind) => kind === asset.kind) && field.formats.includes(asset.format))
    return undefined
  const what = t(`files.what_${asset.kind === 'other' ? 'unknown' : asset.kind}`, {
    format: formatWord(asset.format),
  })
  return t('files.wrong_kind', { name, what, formats: formatText(field.formats) })
}

/** Why the studio rejected a file. */
export function rejectionByStudio(problem: Problem, name: string): string {
  const { what, next } = problemMessage(problem)
  return t('files.refused', { name, why: [what, next].filter(Boolean).join(' ') })
}
