import type { SpendBy } from '../../../../src-preload/contract/types/spend.ts'
import { t } from '../../../i18n/t.ts'
import { dayName } from './dayNames.ts'

/** Name of a row. */
export function rowLabel(by: SpendBy, { key, label }: { key: string | null; label: string | null }): string {
  if (key === null) return t('spend.others')
  if (by === 'day') return dayName(key)
  if (key === '' && by === 'batch') return t('spend.no_batch')
  if (key === '' && by === 'collection') return t('spend.no_collection')
  return label ?? t('spend.no_name')
}
