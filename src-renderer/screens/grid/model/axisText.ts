import type { Grid } from '../../../../src-preload/contract/types/grid.ts'
import { t } from '../../../i18n/t.ts'

type Axis = Grid['axes'][number]
type Value = Axis['values'][number]

/** Name of an axis. */
export const axisName = ({ field, label }: Pick<Axis, 'field' | 'label'>): string =>
  label ?? (field === 'model' ? t('grid.model') : field)

/** A value as a heading: its label, otherwise the value as text. */
export function valueText({ value, label }: Value): string {
  if (label !== null) return label
  if (typeof value === 'boolean') return t(value ? 'grid.on' : 'grid.off')
  if (typeof value === 'object' && value !== null) return Object.values(value).map(String).join(' × ')
  return String(value)
}

/** Shorter texts are not shortened. */
const MAX_FULL_LENGTH = 40
/** Maximum length of the kept common prefix. */
const MAX_PREFIX = 16

/**
 * Shortens long headings with a common prefix to what distinguishes them: "An oil painting … at night". Others are
 * unchanged.
 */
export function shortenHeadings(values: readonly string[]): string[] {
  const sorted = values.map((value, at) => ({ value, at })).sort((a, b) => (a.value < b.value ? -1 : 1))
  const short = [...values]
  for (const [index, { value, at }] of sorted.entries()) {
    if (value.length <= MAX_FULL_LENGTH) continue
    const commonLength = Math.max(
      commonPrefixLength(value, sorted[index - 1]?.value ?? ''),
      commonPrefixLength(value, sorted[index + 1]?.value ?? ''),
    )
    // Identical texts have no difference.
    if (commonLength === value.length) continue
    const from = wordStart(value, commonLength)
    const beginning = value.slice(0, wordStart(value, MAX_PREFIX)).trimEnd()
    if (from > beginning.length + MAX_PREFIX) short[at] = `${beginning} … ${value.slice(from)}`
  }
  return short
}

/** Length of the common prefix of two texts. */
function commonPrefixLength(a: string, b: string): number {
  let length = 0
  while (length < a.length && length < b.length && a[length] === b[length]) length++
  return length
}

/** Start of the word that contains a character; in text without spaces, the character itself. */
function wordStart(value: string, characterIndex: number): number {
  const space = value.lastIndexOf(' ', characterIndex - 1)
  const found = characterIndex - space > MAX_PREFIX * 2 ? characterIndex : space + 1
  // Doesn't split a surrogate pair.
  const code = value.charCodeAt(found)
  return code >= 0xdc00 && code <= 0xdfff ? found - 1 : found
}
