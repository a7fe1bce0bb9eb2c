import { Monitor, Moon, Sun } from 'lucide-react'
import { t } from '../../i18n/t.ts'
import { Segmented } from '../../ui/fields/Segmented.tsx'
import textStyles from '../../ui/layout/text.module.css'
import panelStyles from '../../ui/layout/panel.module.css'
import styles from './rows.module.css'
import { useSettings } from './useSettings.ts'

const THEMES = [
  { value: 'system', label: t('settings.theme_system'), icon: <Monitor aria-hidden /> },
  { value: 'light', label: t('settings.theme_light'), icon: <Sun aria-hidden /> },
  { value: 'dark', label: t('settings.theme_dark'), icon: <Moon aria-hidden /> },
] as const

export function Appearance() {
  const { settings, change } = useSettings()
  return (
    <div className={panelStyles.rows}>
      <div className={styles.line}>
        <div>
          <p>{t('settings.theme')}</p>
          <p className={textStyles.note}>{t('settings.theme_words')}</p>
        </div>
        <Segmented
          label={t('settings.theme')}
          options={THEMES}
          value={settings?.theme}
          onValueChange={(theme) => change({ theme })}
        />
      </div>
    </div>
  )
}
