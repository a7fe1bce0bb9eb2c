import { useState } from 'react'
import { RotateCw, TriangleAlert } from 'lucide-react'
import { navigate } from '../../router/navigate.ts'
import { useLocation } from '../../router/useLocation.ts'
import { useApiMutation } from '../../host/useApiMutation.ts'
import { useApiQuery } from '../../host/useApiQuery.ts'
import '../../i18n/lazyTexts.ts'
import { t } from '../../i18n/t.ts'
import { formatShortMoney } from '../../../src-preload/shared/formatMoney.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { NoteBar } from '../../ui/feedback/NoteBar.tsx'
import { AwayNote } from './AwayNote.tsx'
import { balanceWarning, useBalance } from '../../widgets/useBalance.ts'

/** After a restart: jobs that wait since the last session, and how others ended meanwhile. */
export function StartNotes() {
  return (
    <>
      <UnsentNote />
      <AwayNote />
      <BalanceNote />
    </>
  )
}

function UnsentNote() {
  const { screen } = useLocation()
  const [isDismissed, setDismissed] = useState(false)
  const { data: summary } = useApiQuery('queue.summary', undefined)
  const { data: list } = useApiQuery('batches.list', undefined, {
    enabled: (summary?.waiting.jobs ?? 0) > 0,
  })
  const resume = useApiMutation('batches.resume')
  const waitingBatches = list?.batches.filter(({ state, unsent }) => state === 'waiting' && unsent > 0) ?? []
  if (!summary || summary.waiting.jobs === 0 || isDismissed) return null
  return (
    <NoteBar
      icon={<RotateCw aria-hidden />}
      actions={
        <>
          <Button
            size="small"
            disabled={resume.isPending || waitingBatches.length === 0}
            onClick={() => {
              for (const { id } of waitingBatches) resume.mutate({ id })
            }}
          >
            {t('queue.resume')}
          </Button>
          {screen !== 'queue' && (
            <Button size="small" variant="quiet" onClick={() => navigate('queue')}>
              {t('queue.home_review')}
            </Button>
          )}
        </>
      }
      onClose={() => setDismissed(true)}
    >
      <b>
        {t('queue.home_unsent', {
          count: summary.waiting.jobs,
          price: formatShortMoney(summary.waiting.quoted),
        })}
      </b>{' '}
      {t('queue.home_text')}
    </NoteBar>
  )
}

/**
 * Warns that the balance is low or too small for the queue, on every screen but the spend report, which warns itself. Once closed,
 * it reappears when the warning changes.
 */
function BalanceNote() {
  const { screen, rest } = useLocation()
  const { balance } = useBalance()
  const [dismissedKey, setDismissedKey] = useState('')
  const warning = balance && balanceWarning(balance)
  const isReportShown = screen === 'spend' && rest[0] !== 'jobs'
  if (!balance || !warning || isReportShown) return null
  const warningKey = `${balance.connectionId} ${balance.level} ${balance.shortfall > 0}`
  if (dismissedKey === warningKey) return null
  return (
    <NoteBar
      tone="warn"
      icon={<TriangleAlert aria-hidden />}
      actions={
        <Button size="small" variant="quiet" onClick={() => navigate('spend')}>
          {t('balance.look')}
        </Button>
      }
      onClose={() => setDismissedKey(warningKey)}
    >
      <b>{warning}</b> {t('balance.next')}
    </NoteBar>
  )
}
