import type { SpendBy, SpendSums } from '../../../src-preload/contract/types/spend.ts'
import { t } from '../../i18n/t.ts'
import { galleryQuery } from '../../widgets/library/libraryPages.ts'
import { type SpendView, viewPath, dayName } from './spendView.ts'

/** The kinds of amounts of a row, in the order in which they are shown. */
export const AMOUNT_KINDS = ['settled', 'running', 'quoted', 'uncertain', 'unconfirmed', 'refunded'] as const

/** Path to the jobs of a row. */
export const rowPath = (view: SpendView, key: string): string =>
  viewPath(view).replace('?', '/jobs?') + `&key=${encodeURIComponent(key)}`

/** Path to a row's details: a day by model, a batch in the queue, a collection in the gallery. */
export function rowLink(by: SpendBy, key: string): { path: string; label: string } | null {
  if (by === 'day')
    return {
      path: viewPath({ period: { from: key, to: key }, by: 'model' }),
      label: t('spend.show_models'),
    }
  if (key === '') return null
  if (by === 'batch') return { path: `queue/${encodeURIComponent(key)}`, label: t('spend.show_queue') }
  return by === 'collection' ? { path: starredPath(by, key, false), label: t('spend.show_gallery') } : null
}

/** Path to the starred results of a row. */
export function starredPath(by: SpendBy, key: string, starred = true): string {
  const collection = by === 'collection' && key !== '' ? key : null
  return `gallery${galleryQuery({ trash: false, starred, collection })}`
}

/** Name of a row; a null key is the sum of the rows that are not listed. */
export function rowLabel(by: SpendBy, { key, label }: { key: string | null; label: string | null }): string {
  if (key === null) return t('spend.others')
  if (by === 'day') return dayName(key)
  if (key === '' && by === 'batch') return t('spend.no_batch')
  if (key === '' && by === 'collection') return t('spend.no_collection')
  return label ?? t('spend.no_name')
}

/** The row whose jobs were opened last; it gets the focus when the user returns to the report. */
export const lastRow: { key: string | null } = { key: null }

/** Nano-dollars in a millionth of a dollar. */
const NANO_PER_MICRO = 1000

/** Completed amount per starred result in nano-dollars, rounded to a millionth of a dollar; null without starred results. */
export const pricePerStarred = ({ settled, starred }: SpendSums): number | null =>
  starred > 0 ? Math.round(settled.amount / starred / NANO_PER_MICRO) * NANO_PER_MICRO : null
