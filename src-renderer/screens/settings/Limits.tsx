import { useApiQuery } from '../../host/useApiQuery.ts'
import { t } from '../../i18n/t.ts'
import textStyles from '../../ui/layout/text.module.css'
import styles from './rows.module.css'
import type { LearntLimit } from '../../../src-preload/contract/types/queue.ts'
import { formatMoment } from '../../lib/time.ts'

/** Known rate limits of the service: the rest of today's quotas, and the request rates. */
export function Limits() {
  const { data: summary } = useApiQuery('queue.summary', undefined, { staleTime: 0 })
  const { data: connections } = useApiQuery('connections.list', undefined)
  const { data: tasks } = useApiQuery('operations.list', undefined)
  const names = new Map(connections?.connections.map(({ id, name }) => [id, name]))
  const known = (summary?.limits ?? [])
    .map((limit) => ({ limit, text: limitText(limit) }))
    .filter(({ limit, text }) => text.length > 0 && names.has(limit.connectionId))
  const isMany = new Set(known.map(({ limit }) => limit.connectionId)).size > 1
  const taskName = (id: string | null) => tasks?.operations.find((task) => task.id === id)?.name ?? id ?? ''
  return (
    <div>
      <p>{t('settings.limits')}</p>
      <p className={textStyles.note}>{t('settings.limits_words')}</p>
      {known.length === 0 ? (
        <p className={textStyles.note}>{t('settings.limits_none')}</p>
      ) : (
        <dl className={styles.facts} aria-label={t('settings.limits')}>
          {known.map(({ limit, text }) => {
            const { connectionId, kind, operation } = limit
            const name = kind === 'send' ? taskName(operation) : t(`settings.limits_${kind}`)
            return (
              <div key={`${connectionId} ${kind} ${operation ?? ''}`}>
                <dt>{isMany ? `${name} · ${names.get(connectionId) ?? ''}` : name}</dt>
                <dd>{text.join(' · ')}</dd>
              </div>
            )
          })}
        </dl>
      )}
    </div>
  )
}

const rounded = (value: number): string =>
  value.toLocaleString(undefined, { maximumFractionDigits: value < 10 ? 1 : 0 })

/** Texts about a rate limit: the rest of the daily quota, the rate, and the end of a wait; may be empty. */
function limitText({ rate, dayLimit, dayUsed, waitsUntil }: LearntLimit): string[] {
  const left =
    dayLimit === null
      ? null
      : t('settings.limits_left', { left: Math.max(0, dayLimit - (dayUsed ?? 0)), limit: dayLimit })
  const pace =
    rate === null
      ? null
      : rate >= 2
        ? t('settings.limits_second', { rate: rounded(rate) })
        : t('settings.limits_minute', { rate: rounded(rate * 60) })
  const waits = waitsUntil === null ? null : t('settings.limits_waits', { time: formatMoment(waitsUntil) })
  return [left, pace, waits].filter((text) => text !== null)
}
