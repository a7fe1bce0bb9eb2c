import type { SpendBy } from '../../../../src-preload/contract/types/spend.ts'
import { t } from '../../../i18n/t.ts'
import { galleryQuery } from '../../../widgets/library/libraryPages.ts'
import { type SpendView, viewPath } from './periods.ts'

/** Path to the jobs of a row. */
export const rowPath = (view: SpendView, key: string): string =>
  viewPath(view).replace('?', '/jobs?') + `&key=${encodeURIComponent(key)}`

/** Path to a row's details: a day by model, a batch in the queue, a collection in the gallery. */
export function elsewhere(by: SpendBy, key: string): { path: string; label: string } | null {
  if (by === 'day')
    return {
      path: viewPath({ period: { from: key, to: key }, by: 'model' }),
      label: t('spend.show_models'),
    }
  if (key === '') return null
  if (by === 'batch') return { path: `queue/${encodeURIComponent(key)}`, label: t('spend.show_queue') }
  return by === 'collection' ? { path: keptPath(by, key, false), label: t('spend.show_gallery') } : null
}

/** Path to the starred results of a row. */
export function keptPath(by: SpendBy, key: string, starred = true): string {
  const collection = by === 'collection' && key !== '' ? key : null
  return `gallery${galleryQuery({ trash: false, starred, collection })}`
}
