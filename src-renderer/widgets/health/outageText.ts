import { t } from '../../i18n/t.ts'
import { formatClock } from '../../lib/time.ts'
import type { Outage } from './useHealth.ts'

/** "No connection to Sandbox since 14:02: nothing responds at its URL." */
export function outageText(name: string, { since, reason, status }: Outage): string {
  const about = { name, time: formatClock(since) }
  const isLocal = reason === 'refused' || reason === 'server_error' || reason === 'key_rejected'
  if (!navigator.onLine && !isLocal) return t('health.offline', about)
  if (reason === 'server_error') return t('health.server_error', { ...about, status: status ?? 500 })
  return t(`health.${reason}`, about)
}
