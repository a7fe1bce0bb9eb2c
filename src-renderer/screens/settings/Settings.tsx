import { Bell, CircleDollarSign, FileCog, Info, Library, Palette, Plug, type LucideIcon } from 'lucide-react'
import { useLocation } from '../../router/useLocation.ts'
import '../../i18n/later.ts'
import { t } from '../../i18n/t.ts'
import { About } from './About.tsx'
import { Appearance } from './Appearance.tsx'
import { Budgets } from './Budgets.tsx'
import { Connections } from './Connections.tsx'
import { Service } from './Service.tsx'
import textStyles from '../../ui/layout/text.module.css'
import styles from './Settings.module.css'
import { WorkSettings } from './work/WorkSettings.tsx'
import { useApiQuery } from '../../host/useApiQuery.ts'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { Switch } from '../../ui/fields/Switch.tsx'
import panelStyles from '../../ui/layout/panel.module.css'
import { InputsKept } from './InputsKept.tsx'
import { useSettings } from './useSettings.ts'

function LibrarySettings() {
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

const SECTIONS = [
  { id: 'connections', icon: Plug, Body: Connections },
  { id: 'budgets', icon: CircleDollarSign, Body: Budgets },
  { id: 'work', icon: Bell, Body: WorkSettings },
  { id: 'appearance', icon: Palette, Body: Appearance },
  { id: 'library', icon: Library, Body: LibrarySettings },
  { id: 'service', icon: FileCog, Body: Service },
  { id: 'about', icon: Info, Body: About },
] as const satisfies readonly { id: string; icon: LucideIcon; Body: () => React.ReactNode }[]

/** The settings screen, one section at a time. */
export function Settings() {
  const { rest } = useLocation()
  const section = SECTIONS.find((one) => one.id === rest[0]) ?? SECTIONS[0]
  return (
    <div className={styles.settings}>
      <aside className={styles.side}>
        <h1>{t('settings.title')}</h1>
        <ul aria-label={t('settings.sections')}>
          {SECTIONS.map(({ id, icon: Icon }) => (
            <li key={id}>
              <a href={`#/settings/${id}`} aria-current={id === section.id ? 'true' : undefined}>
                <Icon aria-hidden />
                {t(`settings.${id}`)}
              </a>
            </li>
          ))}
        </ul>
      </aside>
      <div className={styles.body}>
        <section className={styles.section} aria-labelledby="settings-section">
          <h2 id="settings-section" className={textStyles.title}>
            {t(`settings.${section.id}`)}
          </h2>
          <section.Body />
        </section>
      </div>
    </div>
  )
}
