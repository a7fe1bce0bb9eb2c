import { useState } from 'react'
import { RotateCw } from 'lucide-react'
import { navigate } from '../../router/navigate.ts'
import { useLocation } from '../../router/useLocation.ts'
import { useApiMutation } from '../../host/useApiMutation.ts'
import { useApiQuery } from '../../host/useApiQuery.ts'
import '../../i18n/later.ts'
import { t } from '../../i18n/t.ts'
import { formatShortMoney } from '../../../src-preload/shared/formatMoney.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { NoteBar } from '../../ui/feedback/NoteBar.tsx'
import { BalanceNote } from './BalanceNote.tsx'
import { AwayNote } from './AwayNote.tsx'

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
  const [closed, setClosed] = useState(false)
  const { data: summary } = useApiQuery('queue.summary', undefined)
  const { data: list } = useApiQuery('batches.list', undefined, {
    enabled: (summary?.waiting.jobs ?? 0) > 0,
  })
  const resume = useApiMutation('batches.resume')
  const waiting = list?.batches.filter(({ state, unsent }) => state === 'waiting' && unsent > 0) ?? []
  if (!summary || summary.waiting.jobs === 0 || closed) return null
  return (
    <NoteBar
      icon={<RotateCw aria-hidden />}
      actions={
        <>
          <Button
            size="small"
            disabled={resume.isPending || waiting.length === 0}
            onClick={() => {
              for (const { id } of waiting) resume.mutate({ id })
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
      onClose={() => setClosed(true)}
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
