import { useApiQuery } from '../../host/useApiQuery.ts'
import { t } from '../../i18n/t.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Switch } from '../../ui/Switch.tsx'
import textStyles from '../../ui/text.module.css'
import panelStyles from '../../ui/panel.module.css'
import { InputsKept } from './InputsKept.tsx'
import { useSettings } from './useSettings.ts'

export function LibrarySettings() {
  const info = useApiQuery('studio.info', undefined)
  const { settings, change } = useSettings()
  return (
    <div className={panelStyles.rows}>
      <div>
        <p>{t('settings.folder')}</p>
        <p className={textStyles.note}>{t('settings.folder_words')}</p>
        {info.data ? (
          <code className={textStyles.code}>{info.data.dataFolder}</code>
        ) : (
          <Skeleton height={32} />
        )}
      </div>
      <InputsKept />
      <div>
        <Switch
          label={t('settings.alternatives')}
          help={t('settings.alternatives_words')}
          checked={settings?.saveAlternatives ?? false}
          onCheckedChange={(saveAlternatives) => change({ saveAlternatives })}
        />
      </div>
    </div>
  )
}
