import { useApiQuery } from '../../host/useApiQuery.ts'
import { t } from '../../i18n/t.ts'
import { limitText } from './limitText.ts'
import textStyles from '../../ui/text.module.css'
import styles from './rows.module.css'

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
