import { useQueryClient } from '@tanstack/react-query'
import { problemOf } from '../../host/problemOf.ts'
import { useApiMutation } from '../../host/useApiMutation.ts'
import { useApiQuery } from '../../host/useApiQuery.ts'
import { t } from '../../i18n/t.ts'
import { problemMessage } from '../../lib/problemMessage.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { Limits } from './Limits.tsx'
import textStyles from '../../ui/layout/text.module.css'
import panelStyles from '../../ui/layout/panel.module.css'
import styles from './rows.module.css'

/** Rate limits of the service, and the overrides file with its active entries. */
export function Service() {
  const client = useQueryClient()
  const { data, error } = useApiQuery('catalogue.overrides', undefined)
  const reload = useApiMutation('catalogue.reload', {
    onDone: (state) => {
      client.setQueryData(['catalogue.overrides', undefined], state)
      void client.invalidateQueries({ queryKey: ['forms.open'] })
    },
  })
  if (error) return <p role="alert">{problemMessage(problemOf(error)).what}</p>
  if (!data) return <Skeleton height={160} />
  return (
    <div className={panelStyles.rows}>
      <Limits />
      <div>
        <p>{t('settings.overrides')}</p>
        <p className={textStyles.note}>{t('settings.overrides_words')}</p>
        <code className={textStyles.code}>{data.path}</code>
      </div>
      <div role="status">
        <div className={styles.line}>
          <p>{t(data.problems.length > 0 ? 'settings.overrides_wrong' : 'settings.overrides_active')}</p>
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
          {data.problems.length + data.active.length === 0 && <li>{t('settings.overrides_none')}</li>}
        </ul>
      </div>
      <details>
        <summary>{t('settings.overrides_example')}</summary>
        <pre className={textStyles.code}>{data.example}</pre>
      </details>
    </div>
  )
}
