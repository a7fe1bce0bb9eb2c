import { lazy, Suspense, useEffect, useState, useEffectEvent } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { useApiQuery } from '../host/useApiQuery.ts'
import { t } from '../i18n/t.ts'
import { ToastList } from '../ui/feedback/ToastList.tsx'
import { Banners } from './Banners.tsx'
import { Crash } from './Crash.tsx'
import { Rail } from './Rail.tsx'
import { LocationContext } from '../router/LocationContext.ts'
import { useLocation } from '../router/useLocation.ts'
import { useRenderedLocation } from '../router/useRenderedLocation.ts'
import styles from './Shell.module.css'
import { storedTheme, applyTheme } from './theme.ts'
import { useSettled } from '../lib/useSettled.ts'
import { call } from '../host/call.ts'
import { link } from '../host/link.ts'
import { toasts } from '../lib/toasts.ts'
import { navigate } from '../router/navigate.ts'
import { SCREENS, type Screen } from '../router/route.ts'
import { Create } from '../screens/create/Create.tsx'
import { Spinner } from '../ui/feedback/Spinner.tsx'
import spinnerStyles from '../ui/feedback/Spinner.module.css'
import { useReady } from '../lib/useReady.ts'

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

const EVERY_MS = 2000

/** Polls a studio that does not respond; refreshes everything on screen when it responds again. */
function useStudioLink(): void {
  const client = useQueryClient()
  const lost = link((state) => state.state === 'lost')
  useEffect(() => {
    if (!lost) return
    const knock = () => {
      call('studio.info', undefined).then(
        () => {
          toasts.getState().show({ text: t('shell.lost_again') })
          return client.invalidateQueries()
        },
        () => undefined,
      )
    }
    const timer = setInterval(knock, EVERY_MS)
    return () => clearInterval(timer)
  }, [lost, client])
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  target.matches('input:not([type=range]), textarea, select, [contenteditable]')

/** Global shortcuts: `?` for the help, Ctrl/Cmd+1…5 for the screens, P for the prompt. */
function useShortcuts({ onHelp }: { onHelp: () => void }): void {
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

/** One screen; all but Create are loaded on first use. */
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
      <Shown />
    </Suspense>
  )
}

/** `#/queue`, `#/queue/BATCH` with the batch expanded, and `#/queue/BATCH/grid` with its grid. */
function QueueOrGrid() {
  const [batch, part, opened] = useLocation().rest
  return batch === undefined || part !== 'grid' ? <Queue /> : <Grid id={batch} opened={opened} />
}

function Shown() {
  useReady(true)
  return null
}
