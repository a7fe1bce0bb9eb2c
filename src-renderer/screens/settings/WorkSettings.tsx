import { useApiQuery } from '../../../host/useApiQuery.ts'
import { t } from '../../../i18n/t.ts'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { Switch } from '../../../ui/Switch.tsx'
import panelStyles from '../../../ui/panel.module.css'
import styles from '../rows.module.css'
import { useSettings } from '../useSettings.ts'
import { NotificationSettings } from './NotificationSettings.tsx'

/** Notifications, tray and sleep settings, as far as the host supports them. */
export function WorkSettings() {
  // The host detects the tray only after its start.
  const { data: info } = useApiQuery('studio.info', undefined, { staleTime: 0 })
  const { settings, change } = useSettings()
  if (!info || !settings) return <Skeleton height={320} />
  const { keepAwake, tray } = info.capabilities
  const trayText = tray
    ? t('settings.work_tray_words')
    : t(info.host === 'browser' ? 'settings.work_tray_browser' : 'settings.work_tray_never')
  return (
    <>
      <p className={styles.lead}>{t('settings.work_words')}</p>
      <NotificationSettings info={info} settings={settings} change={change} />
      <div className={panelStyles.rows}>
        <div>
          <Switch
            label={t('settings.work_awake')}
            help={t(keepAwake ? 'settings.work_awake_words' : 'settings.work_awake_never')}
            checked={keepAwake && settings.keepAwake}
            disabled={!keepAwake}
            onCheckedChange={(checked) => change({ keepAwake: checked })}
          />
        </div>
        <div>
          <Switch
            label={t('settings.work_tray')}
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
