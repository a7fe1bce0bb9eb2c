import {
  Bell,
  CircleDollarSign,
  FileCog,
  Info,
  Library,
  Palette,
  Plug,
  type LucideIcon,
  Monitor,
  Moon,
  Sun,
} from 'lucide-react'
import { lazy, Suspense } from 'react'
import { useLocation } from '../../router/useLocation.ts'
import '../../i18n/lazyTexts.ts'
import { t } from '../../i18n/t.ts'
import { Budgets } from './Budgets.tsx'
import { Connections } from './connections/Connections.tsx'
import { ServiceSettings } from './ServiceSettings.tsx'
import textStyles from '../../ui/layout/text.module.css'
import { BackgroundSettings } from './BackgroundSettings.tsx'
import { useApiQuery } from '../../host/useApiQuery.ts'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import panelStyles from '../../ui/layout/panel.module.css'
import toolbarStyles from '../../ui/layout/toolbar.module.css'
import { LibrarySettings } from './LibrarySettings.tsx'
import { useSettings } from './useSettings.ts'
import { Segmented } from '../../ui/fields/Segmented.tsx'
import styles from './Settings.module.css'
import rowStyles from './rows.module.css'

// Loaded on demand, because the texts of the licences are long.
const ThirdPartyNotices = lazy(() => import('./ThirdPartyNotices.tsx'))

/** The version of Easel and the licences of the packages in it. */
function About() {
  const info = useApiQuery('studio.info', undefined)
  return (
    <>
      <p className={rowStyles.lead}>{t('settings.about_text')}</p>
      <div className={panelStyles.rows}>
        <div className={toolbarStyles.ends}>
          <span>{t('settings.version')}</span>
          <span>{info.data?.version}</span>
        </div>
        <div className={toolbarStyles.ends}>
          <span>{t('settings.host')}</span>
          <span>{info.data && t(`settings.host_${info.data.host}`)}</span>
        </div>
        <p className={textStyles.note}>{t('settings.money_text')}</p>
        <div>
          <h3>{t('settings.third_party')}</h3>
          <p className={textStyles.note}>{t('settings.third_party_text')}</p>
          <Suspense fallback={<Skeleton height={200} />}>
            <ThirdPartyNotices />
          </Suspense>
        </div>
      </div>
    </>
  )
}

const THEMES = [
  { value: 'system', label: t('settings.theme_system'), icon: <Monitor aria-hidden /> },
  { value: 'light', label: t('settings.theme_light'), icon: <Sun aria-hidden /> },
  { value: 'dark', label: t('settings.theme_dark'), icon: <Moon aria-hidden /> },
] as const

function Appearance() {
  const { settings, change } = useSettings()
  return (
    <div className={panelStyles.rows}>
      <div className={toolbarStyles.ends}>
        <div>
          <p>{t('settings.theme')}</p>
          <p className={textStyles.note}>{t('settings.theme_text')}</p>
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

const SECTIONS = [
  { id: 'connections', icon: Plug, Body: Connections },
  { id: 'budgets', icon: CircleDollarSign, Body: Budgets },
  { id: 'background', icon: Bell, Body: BackgroundSettings },
  { id: 'appearance', icon: Palette, Body: Appearance },
  { id: 'library', icon: Library, Body: LibrarySettings },
  { id: 'service', icon: FileCog, Body: ServiceSettings },
  { id: 'about', icon: Info, Body: About },
] as const satisfies readonly { id: string; icon: LucideIcon; Body: () => React.ReactNode }[]

/** The settings screen, one section at a time. */
export function Settings() {
  const { rest } = useLocation()
  const section = SECTIONS.find(({ id }) => id === rest[0]) ?? SECTIONS[0]
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
