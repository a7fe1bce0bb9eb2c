import type { Away } from '../../../../src-preload/contract/types/queue.ts'
import { t } from '../../../i18n/t.ts'
import { shortMoney } from '../../../../src-preload/shared/shortMoney.ts'

/** "7 saved, 1 failed, $0.19 quoted, 2 still in progress." */
export const awayText = ({ saved, failed, uncertain, quoted, underWay }: Away): string => {
  const parts = [
    saved > 0 && t('queue.saved', { count: saved }),
    failed > 0 && t('queue.failed', { count: failed }),
    uncertain > 0 && t('queue.uncertain', { count: uncertain }),
    quoted > 0 && t('queue.home_quoted', { price: shortMoney(quoted) }),
    underWay > 0 && t('queue.home_under_way', { count: underWay }),
  ]
  return `${parts.filter(Boolean).join(', ')}.`
}
