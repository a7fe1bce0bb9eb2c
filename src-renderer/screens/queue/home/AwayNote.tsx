import { useState } from 'react'
import { Moon } from 'lucide-react'
import { navigate } from '../../../router/navigate.ts'
import { useLocation } from '../../../router/useLocation.ts'
import { t } from '../../../i18n/t.ts'
import { Button } from '../../../ui/Button.tsx'
import { NoteBar } from '../../../ui/NoteBar.tsx'
import { awayText } from './awayText.ts'
import { useAwaySummary } from './useAwaySummary.ts'

/** How jobs ended while the user was away. */
export function AwayNote() {
  const { screen } = useLocation()
  const [closed, setClosed] = useState(false)
  const away = useAwaySummary()
  if (!away || closed || away.saved + away.failed + away.uncertain === 0) return null
  return (
    <NoteBar
      icon={<Moon aria-hidden />}
      actions={
        screen !== 'queue' && (
          <Button size="small" variant="quiet" onClick={() => navigate('queue')}>
            {t('queue.home_look')}
          </Button>
        )
      }
      onClose={() => setClosed(true)}
    >
      <b>{t('queue.home_away')}</b> {awayText(away)}
    </NoteBar>
  )
}
