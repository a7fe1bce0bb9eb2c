import { useRef, useState, type SubmitEvent } from 'react'
import { Plus } from 'lucide-react'
import { useQueryClient } from '@tanstack/react-query'
import { usedPercent } from '../../lib/format/usedPercent.ts'
import type { Budget, BudgetScope } from '../../../src-preload/contract/types/money.ts'
import { isSameScope } from '../../../src-preload/shared/budgetScope.ts'
import { useApiMutation } from '../../host/useApiMutation.ts'
import { useApiQuery } from '../../host/useApiQuery.ts'
import { t } from '../../i18n/t.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { InlineLoadFailure } from '../../widgets/InlineLoadFailure.tsx'
import { CollectionPicker } from '../../widgets/collections/CollectionPicker.tsx'
import panelStyles from '../../ui/layout/panel.module.css'
import { parseDollars } from '../../lib/format/dollars.ts'
import { dollarDigits, formatMoney } from '../../../src-preload/shared/formatMoney.ts'
import { classes } from '../../ui/classes.ts'
import { TextField } from '../../ui/fields/TextField.tsx'
import textStyles from '../../ui/layout/text.module.css'
import { useEditedAmount } from './useEditedAmount.ts'
import styles from './rows.module.css'
import budgetStyles from './BudgetRow.module.css'

/** The limits that always have a row; connections and collections have further rows. */
const KINDS = ['run', 'session', 'day', 'month'] as const

/** Spending limits and their use; the studio checks them before anything is queued or sent. */
export function Budgets() {
  const client = useQueryClient()
  const { data, error, refetch } = useApiQuery('budgets.get', undefined)
  const connections = useApiQuery('connections.list', undefined)
  const collections = useApiQuery('collections.list', undefined)
  /** Collections that were added to the list and have no limit yet. */
  const [addedIds, setAddedIds] = useState<readonly string[]>([])
  const setBudget = useApiMutation('budgets.set', {
    onDone: (budgets) => client.setQueryData(['budgets.get', undefined], budgets),
  })
  const findBudget = (scope: BudgetScope): Budget | undefined =>
    data?.budgets.find((budget) => isSameScope(budget.scope, scope))
  const shownCollections = (collections.data?.collections ?? []).filter(
    ({ id }) => findBudget({ kind: 'collection', id }) !== undefined || addedIds.includes(id),
  )
  const rows: { key: string; scope: BudgetScope; label: string; help: string }[] = [
    ...KINDS.map((kind) => ({
      key: kind,
      scope: { kind },
      label: t(`settings.budget_${kind}`),
      help: t(`settings.budget_${kind}_text`),
    })),
    ...(connections.data?.connections ?? []).map(({ id, name }) => ({
      key: id,
      scope: { kind: 'connection' as const, id },
      label: t('settings.budget_connection', { name }),
      help: t('settings.budget_connection_text'),
    })),
    ...shownCollections.map(({ id, name }) => ({
      key: id,
      scope: { kind: 'collection' as const, id },
      label: t('settings.budget_collection', { name }),
      help: t('settings.budget_collection_text'),
    })),
  ]
  if (error && !data)
    return (
      <p className={styles.lead}>
        <InlineLoadFailure error={error} onRetry={() => void refetch()} />
      </p>
    )
  return (
    <>
      <p className={styles.lead}>{t('settings.budgets_text')}</p>
      {data && connections.isFetched && collections.isFetched ? (
        <div className={panelStyles.rows}>
          {rows.map(({ key, scope, label, help }) => (
            <BudgetRow
              key={key}
              label={label}
              help={help}
              budget={findBudget(scope)}
              hasSum={scope.kind !== 'run'}
              isSaving={setBudget.isPending}
              onCapChange={(cap) => setBudget.mutate({ scope, cap })}
            />
          ))}
          <div>
            <CollectionPicker
              label={t('settings.budget_collection_choose')}
              onPick={(picked) => picked && setAddedIds([...addedIds, picked.id])}
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
          {KINDS.map((kind) => (
            <div key={kind}>
              <Skeleton height={40} />
            </div>
          ))}
        </div>
      )}
    </>
  )
}

interface BudgetRowProps {
  label: string
  help: string
  /** Undefined without a limit. */
  budget: Budget | undefined
  /** Whether amounts count towards the limit until it resets; the limit per run applies to each click on its own. */
  hasSum: boolean
  isSaving: boolean
  /** Null removes the limit. */
  onCapChange: (cap: number | null) => void
}

/** A limit with its amount and use. */
function BudgetRow({ label, help, budget, hasSum, isSaving, onCapChange }: BudgetRowProps) {
  const { text, wasSubmitted, setText, markSubmitted } = useEditedAmount(
    budget ? dollarDigits(budget.cap) : '',
  )
  const input = useRef<HTMLInputElement>(null)
  /** In nano-dollars; null for no limit, undefined for unreadable text. */
  const cap = text.trim() === '' ? null : parseDollars(text)
  const hasChanged = cap !== (budget?.cap ?? null)
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    markSubmitted()
    // The button is disabled while it saves, so it would lose the focus.
    input.current?.focus()
    if (cap !== undefined && hasChanged) onCapChange(cap)
  }
  return (
    <form className={budgetStyles.budget} onSubmit={submit} noValidate>
      <div className={budgetStyles.text}>
        <p>{label}</p>
        <p className={textStyles.note}>{help}</p>
        {budget && hasSum && <Usage budget={budget} />}
      </div>
      <div className={budgetStyles.cap}>
        <TextField
          ref={input}
          label={t('settings.budget_cap')}
          aria-label={t('settings.budget_cap_of', { name: label })}
          value={text}
          onValueChange={setText}
          inputMode="decimal"
          before="$"
          placeholder={t('settings.budget_none')}
          error={wasSubmitted && cap === undefined ? t('settings.budget_invalid') : undefined}
        />
        <Button type="submit" disabled={isSaving || !hasChanged}>
          {t(cap === null && budget ? 'settings.budget_remove' : 'settings.budget_set')}
        </Button>
      </div>
    </form>
  )
}

/** The used and reserved amounts of a limit, as a bar and as text. */
function Usage({ budget }: { budget: Budget }) {
  const { used, reserved, cap, state } = budget
  const percentOfCap = (sum: number) => `${Math.min(100, (sum / cap) * 100)}%`
  return (
    <>
      <span className={budgetStyles.meter} aria-hidden>
        <span
          className={classes(budgetStyles.used, budgetStyles[state])}
          style={{ width: percentOfCap(used) }}
        />
        <span
          className={classes(budgetStyles.reserved, budgetStyles[state])}
          style={{ width: percentOfCap(Math.min(reserved, cap - used)) }}
        />
      </span>
      <p className={classes(textStyles.note, budgetStyles[state])}>
        {t('settings.budget_used', {
          used: formatMoney(used),
          reserved: formatMoney(reserved),
          left: formatMoney(Math.max(0, cap - used - reserved)),
        })}
        {state !== 'fine' && ` · ${t(`settings.budget_${state}`, { percent: usedPercent(budget) })}`}
      </p>
    </>
  )
}
