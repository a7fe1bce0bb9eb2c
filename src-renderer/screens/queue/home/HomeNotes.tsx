import { useState } from 'react'
import { RotateCw } from 'lucide-react'
import { go } from '../../../router/go.ts'
import { usePlace } from '../../../router/usePlace.ts'
import { useAct } from '../../../host/useAct.ts'
import { useRoute } from '../../../host/useRoute.ts'
import '../../../i18n/later.ts'
import { t } from '../../../i18n/t.ts'
import { shortMoney } from '../../../../src-preload/shared/shortMoney.ts'
import { Button } from '../../../ui/Button.tsx'
import { NoteBar } from '../../../ui/NoteBar.tsx'
import { BalanceNote } from '../../../widgets/balance/BalanceNote.tsx'
import { AwayNote } from './AwayNote.tsx'

/** After a restart: jobs that wait since the last session, and how others ended meanwhile. */
export function HomeNotes() {
  return (
    <>
      <UnsentNote />
      <AwayNote />
      <BalanceNote />
    </>
  )
}

function UnsentNote() {
  const { screen } = usePlace()
  const [closed, setClosed] = useState(false)
  const { data: summary } = useRoute('queue.summary', undefined)
  const { data: list } = useRoute('batches.list', undefined, {
    enabled: (summary?.waiting.jobs ?? 0) > 0,
  })
  const resume = useAct('batches.resume')
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
            <Button size="small" look="quiet" onClick={() => go('queue')}>
              {t('queue.home_review')}
            </Button>
          )}
        </>
      }
      onClose={() => setClosed(true)}
    >
      <b>
        {t('queue.home_unsent', { count: summary.waiting.jobs, price: shortMoney(summary.waiting.quoted) })}
      </b>{' '}
      {t('queue.home_words')}
    </NoteBar>
  )
}
