import { lazy, Suspense, useEffect, useState, useEffectEvent } from 'react'
import { useApiQuery } from '../host/useApiQuery.ts'
import { t } from '../i18n/t.ts'
import { ToastList } from '../ui/feedback/ToastList.tsx'
import { Banners } from './notes/Banners.tsx'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { Rail } from './Rail.tsx'
import {
  LocationContext,
  useLocation,
  useRenderedLocation,
  SCREENS,
  type Screen,
} from '../router/useLocation.ts'
import { storedTheme, applyTheme } from './theme.ts'
import { useReconnect } from './useReconnect.ts'
import { useIsStartupOver, useMarkReady } from '../lib/useReady.ts'
import { navigate } from '../router/navigate.ts'
import { Create } from '../screens/create/Create.tsx'
import { resultMenu } from '../widgets/results/menu/resultMenu.ts'
import { Spinner } from '../ui/feedback/Spinner.tsx'
import spinnerStyles from '../ui/feedback/Spinner.module.css'
import styles from './Shell.module.css'

const AfterStart = lazy(async () => ({ default: (await import('./AfterStart.tsx')).AfterStart }))
const ResultMenu = lazy(async () => ({
  default: (await import('../widgets/results/menu/ResultMenu.tsx')).ResultMenu,
}))
const ShortcutsDialog = lazy(async () => ({
  default: (await import('./ShortcutsDialog.tsx')).ShortcutsDialog,
}))

/** The frame around every screen: navigation, notes and toasts. */
export function Shell() {
  const current = useLocation()
  const { screen } = current
  const rendered = useRenderedLocation(current)
  const [isHelpOpen, setHelpOpen] = useState(false)
  const needsResultMenu = resultMenu(({ isNeeded }) => isNeeded)
  const isStartupOver = useIsStartupOver()
  const settings = useApiQuery('settings.get', undefined)
  const theme = settings.data?.theme ?? storedTheme()
  useEffect(() => applyTheme(theme), [theme])
  useReconnect()
  useGlobalShortcuts({ onHelp: () => setHelpOpen(true) })

  return (
    <div className={styles.shell}>
      <button type="button" className={styles.skip} onClick={() => document.getElementById('main')?.focus()}>
        {t('shell.skip')}
      </button>
      <Rail screen={screen} />
      <div className={styles.side}>
        <div>
          <Banners />
          {isStartupOver && (
            <Suspense>
              <AfterStart screen={screen} />
            </Suspense>
          )}
        </div>
        <main id="main" tabIndex={-1} className={styles.main}>
          <LocationContext value={rendered}>
            <ErrorBoundary key={rendered.screen}>
              <ScreenView screen={rendered.screen} />
            </ErrorBoundary>
          </LocationContext>
        </main>
      </div>
      <ToastList />
      {needsResultMenu && (
        <Suspense>
          <ResultMenu />
        </Suspense>
      )}
      {isHelpOpen && (
        <Suspense>
          <ShortcutsDialog onClose={() => setHelpOpen(false)} />
        </Suspense>
      )}
    </div>
  )
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  target.matches(
    'input:not([type=range], [type=checkbox], [type=radio]), textarea, select, [contenteditable]',
  )

/** Global shortcuts: `?` shows the shortcuts, Ctrl/Cmd+1…5 go to the screens, P focuses the prompt. */
function useGlobalShortcuts({ onHelp }: { onHelp: () => void }): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (document.querySelector('dialog[open]')) return
    const screen = SCREENS[Number(event.key) - 1]
    if ((event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && screen) {
      event.preventDefault()
      navigate(screen)
      return
    }
    if (isTyping(event.target) || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === '?') {
      event.preventDefault()
      onHelp()
    }
    const prompt = event.key === 'p' && document.getElementById('field-prompt')
    if (prompt) {
      event.preventDefault()
      prompt.focus()
    }
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
}

const Queue = lazy(async () => ({ default: (await import('../screens/queue/Queue.tsx')).Queue }))
const Grid = lazy(async () => ({ default: (await import('../screens/grid/GridScreen.tsx')).GridScreen }))
const Gallery = lazy(async () => ({ default: (await import('../screens/gallery/Gallery.tsx')).Gallery }))
const Spend = lazy(async () => ({ default: (await import('../screens/spend/Spend.tsx')).Spend }))
const Settings = lazy(async () => ({ default: (await import('../screens/settings/Settings.tsx')).Settings }))

/** The current screen. All but Create are loaded on first use. */
function ScreenView({ screen }: { screen: Screen }) {
  if (screen === 'create') return <Create />
  const Page = { queue: QueueOrGrid, gallery: Gallery, spend: Spend, settings: Settings }[screen]
  return (
    <Suspense
      fallback={
        <div className={spinnerStyles.center}>
          <Spinner label={t('common.loading')} />
        </div>
      }
    >
      <Page />
      <MarkReady />
    </Suspense>
  )
}

/** `#/queue`; `#/queue/BATCH` with that batch expanded; `#/queue/BATCH/grid` and `#/queue/BATCH/grid/ASSET` for its grid. */
function QueueOrGrid() {
  const [batchId, view, assetId] = useLocation().rest
  return batchId === undefined || view !== 'grid' ? <Queue /> : <Grid id={batchId} openAssetId={assetId} />
}

/** Marks the window as ready once a lazily loaded screen is rendered. */
function MarkReady() {
  useMarkReady(true)
  return null
}
