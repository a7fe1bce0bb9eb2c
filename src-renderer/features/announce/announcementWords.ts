import type { Announcement } from '../../../src-preload/contract/types/work.ts'
import '../../i18n/later.ts'
import { t } from '../../i18n/t.ts'
import { shortMoney } from '../../lib/shortMoney.ts'

/** "Night foxes" and "98 saved, 2 failed, $0.41 quoted". */
export function announcementWords(announcement: Announcement): { title: string; body: string } {
  const { name, about, stopped, quoted } = announcement
  const parts = about === 'job' ? [outcomeOfOne(announcement)] : outcome(announcement)
  const words = [...parts, quoted > 0 && t('announce.quoted', { price: shortMoney(quoted) })]
    .filter(Boolean)
    .join(', ')
  return { title: name.trim() || 'Easel', body: stopped ? t(`announce.${stopped}`, { words }) : words }
}

function outcome({ saved, failed, uncertain, unsent }: Announcement): (string | false)[] {
  return [
    saved > 0 && t('announce.saved', { count: saved }),
    failed > 0 && t('announce.failed', { count: failed }),
    uncertain > 0 && t('announce.uncertain', { count: uncertain }),
    unsent > 0 && t('announce.unsent', { count: unsent }),
  ]
}

function outcomeOfOne({ saved, uncertain }: Announcement): string {
  if (saved > 0) return t('announce.job_saved')
  return t(uncertain > 0 ? 'announce.job_uncertain' : 'announce.job_failed')
}
