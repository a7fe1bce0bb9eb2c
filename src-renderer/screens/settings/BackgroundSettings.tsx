import { useState } from 'react'
import { useApiQuery } from '../../host/useApiQuery.ts'
import { t } from '../../i18n/t.ts'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { Switch } from '../../ui/fields/Switch.tsx'
import panelStyles from '../../ui/layout/panel.module.css'
import toolbarStyles from '../../ui/layout/toolbar.module.css'
import { useSettings } from './useSettings.ts'
import type { RouteOutput } from '../../../src-preload/contract/routes.ts'
import type { Settings } from '../../../src-preload/contract/types/studio.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import textStyles from '../../ui/layout/text.module.css'
import styles from './rows.module.css'

/** Notifications, tray and sleep settings; those that the host doesn't support are disabled, with the reason. */
export function BackgroundSettings() {
  // The host detects the tray only after it has started.
  const { data: info } = useApiQuery('studio.info', undefined, { staleTime: 0 })
  const { settings, change } = useSettings()
  if (!info || !settings) return <Skeleton height={320} />
  const { keepAwake, tray } = info.capabilities
  const trayText = tray
    ? t('settings.background_tray_text')
    : t(info.host === 'browser' ? 'settings.background_tray_browser' : 'settings.background_tray_unsupported')
  return (
    <>
      <p className={styles.lead}>{t('settings.background_text')}</p>
      <NotificationSettings info={info} settings={settings} change={change} />
      <div className={panelStyles.rows}>
        <div>
          <Switch
            label={t('settings.background_awake')}
            help={t(keepAwake ? 'settings.background_awake_text' : 'settings.background_awake_unsupported')}
            checked={keepAwake && settings.keepAwake}
            disabled={!keepAwake}
            onCheckedChange={(checked) => change({ keepAwake: checked })}
          />
        </div>
        <div>
          <Switch
            label={t('settings.background_tray')}
            help={trayText}
            checked={tray && settings.stayInTray}
            disabled={!tray}
            onCheckedChange={(stayInTray) => change({ stayInTray })}
          />
        </div>
      </div>
    </>
  )
}

interface NotificationSettingsProps {
  info: RouteOutput<'studio.info'>
  settings: Settings
  change: (changes: Partial<Settings>) => void
}

/** Which notifications are shown; a browser requires permission first. */
function NotificationSettings({ info, settings, change }: NotificationSettingsProps) {
  const { permission, requestPermission } = usePermission()
  const hostPermission = info.host === 'browser' ? permission : 'granted'
  const state = info.capabilities.notifications ? hostPermission : 'none'
  const isAllowed = state === 'granted'
  const hasNotifications = isAllowed && (settings.announceBatches || settings.announceJobs)
  return (
    <div className={panelStyles.rows}>
      {!isAllowed && (
        <div className={toolbarStyles.ends}>
          <div className={styles.grow}>
            <p>
              {t(info.host === 'browser' ? 'settings.background_ask' : 'settings.background_notifications')}
            </p>
            <p className={textStyles.note}>{t(PERMISSION_TEXTS[state])}</p>
          </div>
          {state === 'default' && (
            <Button variant="primary" onClick={requestPermission}>
              {t('settings.background_allow')}
            </Button>
          )}
        </div>
      )}
      <div>
        <Switch
          label={t('settings.background_batches')}
          help={t('settings.background_batches_text')}
          checked={isAllowed && settings.announceBatches}
          disabled={!isAllowed}
          onCheckedChange={(announceBatches) => change({ announceBatches })}
        />
      </div>
      <div>
        <Switch
          label={t('settings.background_jobs')}
          help={t('settings.background_jobs_text')}
          checked={isAllowed && settings.announceJobs}
          disabled={!isAllowed}
          onCheckedChange={(announceJobs) => change({ announceJobs })}
        />
      </div>
      <div>
        <Switch
          label={t('settings.background_sound')}
          help={t('settings.background_sound_text')}
          checked={hasNotifications && settings.announceWithSound}
          disabled={!hasNotifications}
          onCheckedChange={(announceWithSound) => change({ announceWithSound })}
        />
      </div>
    </div>
  )
}

/** Why there are no notifications, by the state of the permission. */
const PERMISSION_TEXTS = {
  default: 'settings.background_ask_text',
  denied: 'settings.background_denied_text',
  none: 'settings.background_unsupported_text',
} as const

/** `none`: notifications aren't supported. `default`: the user hasn't been asked yet. */
type Permission = NotificationPermission | 'none'

const currentPermission = (): Permission => ('Notification' in window ? Notification.permission : 'none')

/** The notification permission of the browser, and a function that shows its prompt. */
function usePermission(): { permission: Permission; requestPermission: () => void } {
  const [permission, setPermission] = useState(currentPermission)
  return {
    permission,
    requestPermission: () =>
      void Notification.requestPermission().then(() => setPermission(currentPermission())),
  }
}
