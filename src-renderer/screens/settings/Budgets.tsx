import { useState } from 'react'
import { Plus } from 'lucide-react'
import { useQueryClient } from '@tanstack/react-query'
import type { Budget } from '../../../src-preload/contract/types/budget.ts'
import { problemOf } from '../../host/problemOf.ts'
import { useApiMutation } from '../../host/useApiMutation.ts'
import { useApiQuery } from '../../host/useApiQuery.ts'
import { t } from '../../i18n/t.ts'
import { problemMessage } from '../../lib/problemMessage.ts'
import { Button } from '../../ui/Button.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { CollectionPicker } from '../../widgets/collections/CollectionPicker.tsx'
import { BudgetRow } from './BudgetRow.tsx'
import panelStyles from '../../ui/panel.module.css'
import styles from './rows.module.css'

const SCOPES = ['run', 'session', 'day', 'month'] as const

/** Spending limits and their use; the studio checks them before anything is queued or sent. */
export function Budgets() {
  const client = useQueryClient()
  const { data, error, refetch } = useApiQuery('budgets.get', undefined)
  const connections = useApiQuery('connections.list', undefined)
  const collections = useApiQuery('collections.list', undefined)
  /** Collections that were added to the list and have no limit yet. */
  const [added, setAdded] = useState<readonly string[]>([])
  const set = useApiMutation('budgets.set', {
    onDone: (budgets) => client.setQueryData(['budgets.get', undefined], budgets),
  })
  const budgetOf = (scope: string): Budget | undefined =>
    data?.budgets.find((budget) => budget.scope === scope)
  const shownCollections = (collections.data?.collections ?? []).filter(
    ({ id }) => budgetOf(`collection:${id}`) !== undefined || added.includes(id),
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
    ...shownCollections.map(({ id, name }) => ({
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
              key={`${scope} ${budgetOf(scope)?.cap ?? ''}`}
              label={label}
              help={help}
              budget={budgetOf(scope)}
              hasSum={scope !== 'run'}
              busy={set.isPending}
              onCap={(cap) => set.mutate({ scope, cap })}
            />
          ))}
          <div>
            <CollectionPicker
              label={t('settings.budget_collection_choose')}
              onPick={(picked) => picked && setAdded([...added, picked.id])}
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
