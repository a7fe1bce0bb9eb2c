import type { FieldOf, Range } from '../../../../src-preload/contract/types/form.ts'
import { formatOr } from '../../../../src-preload/shared/formatList.ts'
import { formatName } from '../../../../src-preload/shared/formatName.ts'
import { t } from '../../../i18n/t.ts'
import { formatByteLimit, formatBytes } from '../../../lib/format/bytes.ts'
import { formatDuration } from '../../../lib/format/time.ts'
import { problemMessage } from '../../../lib/problemMessage.ts'
import type { Asset } from '../../../../src-preload/contract/types/asset.ts'
import type { Problem } from '../../../../src-preload/contract/types/problem.ts'

type FileField = FieldOf<'file'>

/** Formats to choose from as text: "PNG, JPG, or WebP". */
export const formatNames = (formats: readonly string[]): string => formatOr(formats.map(formatName))

/** The limits of a file field: formats, size, dimensions, duration, number. */
export function limitsText({
  formats,
  maxBytes,
  width,
  height,
  minSeconds,
  maxSeconds,
  max,
}: FileField): string {
  return [
    formatNames(formats),
    maxBytes !== undefined && t('files.at_most_bytes', { size: formatByteLimit(maxBytes) }),
    sideRange(width, height),
    durationRange(minSeconds, maxSeconds),
    max > 1 && t('files.at_most_files', { count: max }),
  ]
    .filter(Boolean)
    .join(' · ')
}

/** Limits of a duration in seconds: "3–15 s"; undefined if there are none. */
export function durationRange(min: number | undefined, max: number | undefined): string | undefined {
  if (min !== undefined && max !== undefined)
    return t('files.seconds', { min: max < 60 ? min : durationText(min), max: durationText(max) })
  if (min !== undefined) return t('files.seconds_from', { min: durationText(min) })
  return max === undefined ? undefined : t('files.seconds_to', { max: durationText(max) })
}

const durationText = (seconds: number): string =>
  Number.isInteger(seconds) && seconds < 60 ? `${seconds} s` : formatDuration(seconds * 1000)

/** The limits of the sides in pixels, the stricter one if width and height differ, which is rare. */
function sideRange(width: Range = {}, height: Range = {}): string | undefined {
  const min = Math.max(width.min ?? 1, height.min ?? 1)
  const max = Math.min(width.max ?? Infinity, height.max ?? Infinity)
  if (min > 1 && max < Infinity) return t('files.sides', { min: String(min), max: String(max) })
  if (min > 1) return t('files.sides_from', { min: String(min) })
  return max < Infinity ? t('files.sides_to', { max: String(max) }) : undefined
}

/** Facts of a file: "1024 × 768 · 6.2 s · PNG · 1.4 MB". */
export const fileFacts = ({ width, height, durationMs, format, bytes }: Asset): string =>
  [
    width !== null && height !== null && `${width} × ${height}`,
    durationMs !== null && formatDuration(durationMs),
    formatName(format),
    formatBytes(bytes),
  ]
    .filter(Boolean)
    .join(' · ')

/** Why a file could not be stored. */
export function refusalText(problem: Problem, name: string): string {
  if (problem.code === 'file_missing') return t('files.unreadable', { name })
  const { summary, nextStep } = problemMessage(problem)
  return t('files.refused', { name, why: [summary, nextStep].filter(Boolean).join(' ') })
}
