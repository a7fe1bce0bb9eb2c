import { useState } from 'react'
import { Moon, X } from 'lucide-react'
import { go } from '../../../app/router/go.ts'
import { usePlace } from '../../../app/router/usePlace.ts'
import { t } from '../../../i18n/t.ts'
import { Button } from '../../../ui/Button.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { awayWords } from './awayWords.ts'
import styles from './HomeNotes.module.css'
import { useAway } from './useAway.ts'

/** What became of jobs while the person was away. */
export function AwayNote() {
  const { screen } = usePlace()
  const [closed, setClosed] = useState(false)
  const away = useAway()
  if (!away || closed || away.saved + away.failed + away.uncertain === 0) return null
  return (
    <div className={styles.note} role="status">
      <Moon aria-hidden />
      <p>
        <b>{t('queue.home_away')}</b> {awayWords(away)}
      </p>
      {screen !== 'queue' && (
        <Button size="small" look="quiet" onClick={() => go('queue')}>
          {t('queue.home_look')}
        </Button>
      )}
      <IconButton size="small" label={t('common.dismiss')} icon={<X />} onClick={() => setClosed(true)} />
    </div>
  )
}
