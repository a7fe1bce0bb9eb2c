import { useQueryClient } from '@tanstack/react-query'
import { useApiMutation } from '../../host/useApiMutation.ts'
import { useApiQuery } from '../../host/useApiQuery.ts'
import { t } from '../../i18n/t.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { InlineLoadFailure } from '../../widgets/InlineLoadFailure.tsx'
import textStyles from '../../ui/layout/text.module.css'
import panelStyles from '../../ui/layout/panel.module.css'
import toolbarStyles from '../../ui/layout/toolbar.module.css'
import type { DetectedLimit } from '../../../src-preload/contract/types/queue.ts'
import { formatDateTime } from '../../lib/format/time.ts'
import styles from './rows.module.css'

/** Rate limits of the service, and the overrides file with its active entries. */
export function ServiceSettings() {
  const client = useQueryClient()
  const { data, error, refetch } = useApiQuery('catalogue.overrides', undefined)
  const reload = useApiMutation('catalogue.reload', {
    onDone: (state) => {
      client.setQueryData(['catalogue.overrides', undefined], state)
      void client.invalidateQueries({ queryKey: ['forms.open'] })
    },
  })
  if (error && !data)
    return (
      <p>
        <InlineLoadFailure error={error} onRetry={() => void refetch()} />
      </p>
    )
  if (!data) return <Skeleton height={160} />
  return (
    <div className={panelStyles.rows}>
      <RateLimits />
      <div>
        <p>{t('settings.overrides')}</p>
        <p className={textStyles.note}>{t('settings.overrides_text')}</p>
        <code className={textStyles.code}>{data.path}</code>
      </div>
      <div role="status">
        <div className={toolbarStyles.ends}>
          <p>
            {data.problems.length > 0
              ? t('settings.overrides_wrong')
              : t(data.active.length > 0 ? 'settings.overrides_active' : 'settings.overrides_none')}
          </p>
          <Button size="small" disabled={reload.isPending} onClick={() => reload.mutate(undefined)}>
            {t('settings.overrides_reload')}
          </Button>
        </div>
        <ul className={textStyles.note}>
          {data.problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
          {data.active.map(({ operation, changes }) => (
            <li key={operation}>{`${operation}: ${changes.join('; ')}`}</li>
          ))}
        </ul>
      </div>
      <details>
        <summary>{t('settings.overrides_example')}</summary>
        <pre className={textStyles.code}>{data.example}</pre>
      </details>
    </div>
  )
}

/** The known rate limits of each connection's service: what is left of today's quotas, and the request rates. */
function RateLimits() {
  const { data: summary } = useApiQuery('queue.summary', undefined, { staleTime: 0 })
  const { data: connections } = useApiQuery('connections.list', undefined)
  const { data: tasks } = useApiQuery('operations.list', undefined)
  const names = new Map(connections?.connections.map(({ id, name }) => [id, name]))
  const knownLimits = (summary?.limits ?? [])
    .map((limit) => ({ limit, texts: limitTexts(limit) }))
    .filter(({ limit, texts }) => texts.length > 0 && names.has(limit.connectionId))
  const hasSeveralConnections = new Set(knownLimits.map(({ limit }) => limit.connectionId)).size > 1
  const taskName = (id: string | null) => tasks?.operations.find((task) => task.id === id)?.name ?? id ?? ''
  return (
    <div>
      <p>{t('settings.limits')}</p>
      <p className={textStyles.note}>{t('settings.limits_text')}</p>
      {knownLimits.length === 0 ? (
        <p className={textStyles.note}>{t('settings.limits_none')}</p>
      ) : (
        <dl className={styles.facts} aria-label={t('settings.limits')}>
          {knownLimits.map(({ limit, texts }) => {
            const { connectionId, kind, operation } = limit
            const name = kind === 'send' ? taskName(operation) : t(`settings.limits_${kind}`)
            return (
              <div key={`${connectionId} ${kind} ${operation ?? ''}`}>
                <dt>{hasSeveralConnections ? `${name} · ${names.get(connectionId) ?? ''}` : name}</dt>
                <dd>{texts.join(' · ')}</dd>
              </div>
            )
          })}
        </dl>
      )}
    </div>
  )
}

/** A rate per second or minute, with one decimal place if it is below ten. */
const rounded = (value: number): string =>
  value.toLocaleString('en', { maximumFractionDigits: value < 10 ? 1 : 0 })

/**
 * What is known of a rate limit: what is left of the daily quota, the rate, and until when requests wait. May be empty.
 */
function limitTexts({ rate, dayLimit, dayUsed, waitsUntil }: DetectedLimit): string[] {
  const quotaText =
    dayLimit === null
      ? null
      : t('settings.limits_left', { left: Math.max(0, dayLimit - (dayUsed ?? 0)), limit: dayLimit })
  const rateText =
    rate === null
      ? null
      : rate >= 2
        ? t('settings.limits_second', { rate: rounded(rate) })
        : t('settings.limits_minute', { rate: rounded(rate * 60) })
  const waitText =
    waitsUntil === null ? null : t('settings.limits_waits', { time: formatDateTime(waitsUntil) })
  return [quotaText, rateText, waitText].filter((text) => text !== null)
}
