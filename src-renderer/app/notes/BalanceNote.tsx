import { useState } from 'react'
import { TriangleAlert } from 'lucide-react'
import { navigate } from '../../router/navigate.ts'
import { useLocation } from '../../router/useLocation.ts'
import '../../i18n/later.ts'
import { t } from '../../i18n/t.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { NoteBar } from '../../ui/feedback/NoteBar.tsx'
import { balanceWarning, useBalance } from '../../widgets/useBalance.ts'

/** Warns on every screen that the balance is low or too small for the queue. Once closed, it reappears when the warning changes. */
export function BalanceNote() {
  const { screen } = useLocation()
  const { balance } = useBalance()
  const [dismissedKind, setDismissedKind] = useState('')
  const warning = balance && balanceWarning(balance)
  if (!balance || !warning) return null
  const kind = `${balance.connectionId} ${balance.level} ${balance.shortfall > 0}`
  if (dismissedKind === kind) return null
  return (
    <NoteBar
      tone="warn"
      icon={<TriangleAlert aria-hidden />}
      actions={
        screen !== 'spend' && (
          <Button size="small" variant="quiet" onClick={() => navigate('spend')}>
            {t('balance.look')}
          </Button>
        )
      }
      onClose={() => setDismissedKind(kind)}
    >
      <b>{warning}</b> {t('balance.next')}
    </NoteBar>
  )
}
