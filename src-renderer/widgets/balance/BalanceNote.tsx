import { useState } from 'react'
import { TriangleAlert } from 'lucide-react'
import { go } from '../../router/go.ts'
import { usePlace } from '../../router/usePlace.ts'
import '../../i18n/later.ts'
import { t } from '../../i18n/t.ts'
import { Button } from '../../ui/Button.tsx'
import { NoteBar } from '../../ui/NoteBar.tsx'
import { warningOf } from './balanceText.ts'
import { useBalance } from './useBalance.ts'

/** Says above every screen that the balance is low, or that the queue needs more; closed, it stays so until it says something else. */
export function BalanceNote() {
  const { screen } = usePlace()
  const { balance } = useBalance()
  const [closed, setClosed] = useState('')
  const warning = balance && warningOf(balance)
  if (!balance || !warning) return null
  const kind = `${balance.connectionId} ${balance.level} ${balance.short > 0}`
  if (closed === kind) return null
  return (
    <NoteBar
      tone="warn"
      icon={<TriangleAlert aria-hidden />}
      actions={
        screen !== 'spend' && (
          <Button size="small" look="quiet" onClick={() => go('spend')}>
            {t('balance.look')}
          </Button>
        )
      }
      onClose={() => setClosed(kind)}
    >
      <b>{warning}</b> {t('balance.next')}
    </NoteBar>
  )
}
