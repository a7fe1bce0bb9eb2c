import { lazy, Suspense, useEffect, useState } from 'react'
import { useApiQuery } from '../host/useApiQuery.ts'
import { t } from '../i18n/t.ts'
import { ToastList } from '../ui/ToastList.tsx'
import { Banners } from './Banners.tsx'
import { Crash } from './Crash.tsx'
import { Rail } from './Rail.tsx'
import { LocationContext } from '../router/LocationContext.ts'
import { useLocation } from '../router/useLocation.ts'
import { useRenderedLocation } from '../router/useRenderedLocation.ts'
import { ScreenView } from './ScreenView.tsx'
import styles from './Shell.module.css'
import { storedTheme, applyTheme } from './theme.ts'
import { useSettled } from '../lib/useSettled.ts'
import { useShortcuts } from './useShortcuts.ts'
import { useStudioLink } from './useStudioLink.ts'

const StartNotes = lazy(async () => ({
  default: (await import('../screens/queue/home/StartNotes.tsx')).StartNotes,
}))
const OutageNotes = lazy(async () => ({
  default: (await import('./OutageNotes.tsx')).OutageNotes,
}))
const DocumentTitle = lazy(async () => ({
  default: (await import('./DocumentTitle.tsx')).DocumentTitle,
}))
const Shortcuts = lazy(async () => ({ default: (await import('./Shortcuts.tsx')).Shortcuts }))

/** The frame around every screen. */
export function Shell() {
  const place = useLocation()
  const { screen } = place
  const shown = useRenderedLocation(place)
  const [help, setHelp] = useState(false)
  const settled = useSettled()
  const settings = useApiQuery('settings.get', undefined)
  const theme = settings.data?.theme ?? storedTheme()
  useEffect(() => applyTheme(theme), [theme])
  useStudioLink()
  useShortcuts({ onHelp: () => setHelp(true) })

  return (
    <div className={styles.shell}>
      <button type="button" className={styles.skip} onClick={() => document.getElementById('main')?.focus()}>
        {t('shell.skip')}
      </button>
      <Rail screen={screen} />
      <div className={styles.side}>
        <div>
          <Banners />
          {settled && (
            <Suspense>
              <StartNotes />
              <OutageNotes screen={screen} />
              <DocumentTitle screen={screen} />
            </Suspense>
          )}
        </div>
        <main id="main" tabIndex={-1} className={styles.main}>
          <LocationContext value={shown}>
            <Crash key={shown.screen}>
              <ScreenView screen={shown.screen} />
            </Crash>
          </LocationContext>
        </main>
      </div>
      <ToastList />
      {help && (
        <Suspense>
          <Shortcuts onClose={() => setHelp(false)} />
        </Suspense>
      )}
    </div>
  )
}
