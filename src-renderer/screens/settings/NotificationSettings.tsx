import { useState } from 'react'
import type { RouteOutput } from '../../../../src-preload/contract/routes.ts'
import type { Settings } from '../../../../src-preload/contract/types/studio.ts'
import { t } from '../../../i18n/t.ts'
import { Button } from '../../../ui/Button.tsx'
import { Switch } from '../../../ui/Switch.tsx'
import textStyles from '../../../ui/text.module.css'
import panelStyles from '../../../ui/panel.module.css'
import styles from '../rows.module.css'

interface Props {
  info: RouteOutput<'studio.info'>
  settings: Settings
  change: (part: Partial<Settings>) => void
}

/** Which notifications are shown; a browser requires permission first. */
export function NotificationSettings({ info, settings, change }: Props) {
  const { permission, ask } = usePermission()
  const own = info.host === 'browser' ? permission : 'granted'
  const state = info.capabilities.notifications ? own : 'none'
  const may = state === 'granted'
  const announces = may && (settings.announceBatches || settings.announceJobs)
  return (
    <div className={panelStyles.rows}>
      {!may && (
        <div className={styles.line}>
          <div className={styles.grow}>
            <p>{t('settings.work_ask')}</p>
            <p className={textStyles.note}>{t(WHY[state])}</p>
          </div>
          {state === 'default' && (
            <Button variant="primary" onClick={ask}>
              {t('settings.work_allow')}
            </Button>
          )}
        </div>
      )}
      <div>
        <Switch
          label={t('settings.work_batches')}
          help={t('settings.work_batches_words')}
          checked={may && settings.announceBatches}
          disabled={!may}
          onCheckedChange={(announceBatches) => change({ announceBatches })}
        />
      </div>
      <div>
        <Switch
          label={t('settings.work_jobs')}
          help={t('settings.work_jobs_words')}
          checked={may && settings.announceJobs}
          disabled={!may}
          onCheckedChange={(announceJobs) => change({ announceJobs })}
        />
      </div>
      <div>
        <Switch
          label={t('settings.work_sound')}
          help={t('settings.work_sound_words')}
          checked={announces && settings.announceWithSound}
          disabled={!announces}
          onCheckedChange={(announceWithSound) => change({ announceWithSound })}
        />
      </div>
    </div>
  )
}

const WHY = {
  default: 'settings.work_ask_words',
  denied: 'settings.work_denied_words',
  none: 'settings.work_silent_words',
  granted: 'settings.work_ask_words',
} as const

/** `none`: the browser doesn't support notifications. */
type Permission = NotificationPermission | 'none'

const now = (): Permission => ('Notification' in window ? Notification.permission : 'none')

/** The notification permission, and a function that shows the prompt. */
function usePermission(): { permission: Permission; ask: () => void } {
  const [permission, setPermission] = useState(now)
  return { permission, ask: () => void Notification.requestPermission().then(() => setPermission(now())) }
}
