import { useState } from 'react'
import { Plus } from 'lucide-react'
import { useQueryClient } from '@tanstack/react-query'
import type { Budget } from '../../../src-preload/contract/types/budget.ts'
import { problemOf } from '../../host/problemOf.ts'
import { useApiMutation } from '../../host/useApiMutation.ts'
import { useApiQuery } from '../../host/useApiQuery.ts'
import { t } from '../../i18n/t.ts'
import { problemMessage } from '../../lib/problemMessage.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { CollectionPicker } from '../../widgets/collections/CollectionPicker.tsx'
import { BudgetRow } from './BudgetRow.tsx'
import panelStyles from '../../ui/layout/panel.module.css'
import styles from './rows.module.css'

const SCOPES = ['run', 'session', 'day', 'month'] as const

/** Spending limits and their use; the studio checks them before anything is queued or sent. */
export function Budgets() {
  const client = useQueryClient()
  const { data, error, refetch } = useApiQuery('budgets.get', undefined)
  const connections = useApiQuery('connections.list', undefined)
  const collections = useApiQuery('collections.list', undefined)
  /** Collections without a limit yet that were added to the list. */
  const [chosen, setChosen] = useState<readonly string[]>([])
  const set = useApiMutation('budgets.set', {
    onDone: (answer) => client.setQueryData(['budgets.get', undefined], answer),
  })
  const of = (scope: string): Budget | undefined => data?.budgets.find((one) => one.scope === scope)
  const capped = (collections.data?.collections ?? []).filter(
    ({ id }) => of(`collection:${id}`) !== undefined || chosen.includes(id),
  )
  const rows = [
    ...SCOPES.map((scope) => ({
      scope: scope as string,
      label: t(`settings.budget_${scope}`),
      help: t(`settings.budget_${scope}_words`),
    })),
    ...(connections.data?.connections ?? []).map(({ id, name }) => ({
      scope: `connection:${id}`,
      label: t('settings.budget_connection', { name }),
      help: t('settings.budget_connection_words'),
    })),
    ...capped.map(({ id, name }) => ({
      scope: `collection:${id}`,
      label: t('settings.budget_collection', { name }),
      help: t('settings.budget_collection_words'),
    })),
  ]
  if (error)
    return (
      <p className={styles.lead} role="alert">
        {problemMessage(problemOf(error)).what}{' '}
        <Button size="small" onClick={() => void refetch()}>
          {t('common.retry')}
        </Button>
      </p>
    )
  return (
    <>
      <p className={styles.lead}>{t('settings.budgets_words')}</p>
      {data ? (
        <div className={panelStyles.rows}>
          {rows.map(({ scope, label, help }) => (
            <BudgetRow
              key={`${scope} ${of(scope)?.cap ?? ''}`}
              label={label}
              help={help}
              budget={of(scope)}
              running={scope !== 'run'}
              busy={set.isPending}
              onCap={(cap) => set.mutate({ scope, cap })}
            />
          ))}
          <div>
            <CollectionPicker
              label={t('settings.budget_collection_choose')}
              onPick={(picked) => picked && setChosen([...chosen, picked.id])}
              trigger={(aria) => (
                <Button {...aria} size="small" icon={<Plus aria-hidden />}>
                  {t('settings.budget_collection_choose')}
                </Button>
              )}
            />
          </div>
        </div>
      ) : (
        <div className={panelStyles.rows}>
          {SCOPES.map((scope) => (
            <div key={scope}>
              <Skeleton height={40} />
            </div>
          ))}
        </div>
      )}
    </>
  )
}
