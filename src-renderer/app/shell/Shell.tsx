import { lazy, type ReactNode, Suspense, useEffect, useRef, useState, useEffectEvent } from 'react'
import type { AppDialog } from '../../../src-preload/contract/events.ts'
import { globalCommands } from '../../../src-preload/shared/keymap/startupCommands.ts'
import { bridge } from '../../host/bridge.ts'
import { useApiQuery } from '../../host/useApiQuery.ts'
import { t } from '../../i18n/t.ts'
import { ToastList } from '../../ui/feedback/ToastList.tsx'
import {
  activeCommands,
  type ActiveCommand,
  useNoPageSelection,
  useShortcuts,
} from '../../ui/useShortcuts.ts'
import { Banners } from '../notes/Banners.tsx'
import { NoteStack } from '../notes/NoteStack.tsx'
import { ErrorBoundary } from '../ErrorBoundary.tsx'
import { Rail } from './Rail.tsx'
import {
  LocationContext,
  useLocation,
  useRenderedLocation,
  SCREENS,
  type Screen,
} from '../../router/useLocation.ts'
import { storedTheme, applyTheme } from '../theme.ts'
import { useIsStartupOver, useMarkReady } from '../../lib/useReady.ts'
import { navigate } from '../../router/navigate.ts'
import { Create } from '../../screens/create/Create.tsx'
import { useDraftPersistence } from '../../screens/create/model/draftPersistence.ts'
import { resultMenu } from '../../widgets/results/menu/resultMenu.ts'
import { Spinner } from '../../ui/feedback/Spinner.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { call, studioLink } from '../../host/call.ts'
import { toasts } from '../../lib/toasts.ts'
import spinnerStyles from '../../ui/feedback/Spinner.module.css'
import styles from './Shell.module.css'

const AfterStart = lazy(async () => ({ default: (await import('../AfterStart.tsx')).AfterStart }))
const ResultMenu = lazy(async () => ({
  default: (await import('../../widgets/results/menu/ResultMenu.tsx')).ResultMenu,
}))
const AppMenu = lazy(async () => ({ default: (await import('./AppMenu.tsx')).AppMenu }))
const Palette = lazy(async () => ({ default: (await import('../palette/Palette.tsx')).Palette }))
const ShortcutsDialog = lazy(async () => ({
  default: (await import('../ShortcutsDialog.tsx')).ShortcutsDialog,
}))

const Guide = lazy(async () => ({ default: (await import('../guide/Guide.tsx')).Guide }))

/** The frame around every screen: navigation, notes and toasts. */
export function Shell() {
  const current = useLocation()
  const { screen } = current
  const rendered = useRenderedLocation(current)
  const needsResultMenu = resultMenu(({ wasRequested }) => wasRequested)
  /** The open dialog, and the commands that could run when it was opened. */
  const [opened, setOpened] = useState<{ dialog: AppDialog; actions: readonly ActiveCommand[] }>()
  const [open] = useState(() => (dialog: AppDialog) => setOpened({ dialog, actions: activeCommands() }))
  const close = () => setOpened(undefined)
  useEffect(() => bridge().onEvent((event) => event.type === 'open' && open(event.dialog)), [open])
  const isStartupOver = useIsStartupOver()
  const settings = useApiQuery('settings.get', undefined)
  const theme = settings.data?.theme ?? storedTheme()
  useEffect(() => applyTheme(theme), [theme])
  useReconnect()
  useNoPageSelection()
  useDraftPersistence()
  const shell = useRef<HTMLDivElement>(null)
  useShortcuts('window', shell, globalCommands, {
    palette: () => open('palette'),
    screens: (key) => navigate(SCREENS[Number(key) - 1] ?? 'create'),
    settings: () => navigate('settings'),
    help: () => open('shortcuts'),
    guide: () => open('guide'),
    // Dialogs and menus close themselves.
    close: undefined,
  })

  return (
    <div ref={shell} className={styles.shell}>
      <button type="button" className={styles.skip} onClick={() => document.getElementById('main')?.focus()}>
        {t('shell.skip')}
      </button>
      <Rail screen={screen}>
        {isStartupOver && (
          <OptionalPart>
            <AppMenu onOpen={open} />
          </OptionalPart>
        )}
      </Rail>
      <div className={styles.side}>
        <NoteStack>
          <Banners />
          {isStartupOver && (
            <OptionalPart>
              <AfterStart screen={screen} />
            </OptionalPart>
          )}
        </NoteStack>
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
        <OptionalPart>
          <ResultMenu />
        </OptionalPart>
      )}
      <OptionalPart key={opened?.dialog} onFailure={close}>
        {opened?.dialog === 'palette' && <Palette actions={opened.actions} onClose={close} />}
        {opened?.dialog === 'shortcuts' && (
          <ShortcutsDialog onClose={close} onOpenGuide={() => open('guide')} />
        )}
        {opened?.dialog === 'guide' && <Guide onClose={close} />}
      </OptionalPart>
    </div>
  )
}

/** A part of the window that is loaded on first use. If it fails, it is left out and the rest of the window stays. */
function OptionalPart({ children, onFailure }: { children: ReactNode; onFailure?: () => void }) {
  const report = () => {
    const action = { label: t('shell.reload'), run: () => location.reload() }
    toasts.getState().show({ text: t('shell.part_failed'), tone: 'error', action })
    onFailure?.()
  }
  return (
    <ErrorBoundary onFailure={report}>
      <Suspense>{children}</Suspense>
    </ErrorBoundary>
  )
}

const Queue = lazy(async () => ({ default: (await import('../../screens/queue/Queue.tsx')).Queue }))
const Grid = lazy(async () => ({ default: (await import('../../screens/grid/GridScreen.tsx')).GridScreen }))
const Gallery = lazy(async () => ({ default: (await import('../../screens/gallery/Gallery.tsx')).Gallery }))
const Spend = lazy(async () => ({ default: (await import('../../screens/spend/Spend.tsx')).Spend }))
const Settings = lazy(async () => ({
  default: (await import('../../screens/settings/Settings.tsx')).Settings,
}))

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

const POLL_INTERVAL_MS = 2000

/** Polls the studio while it doesn't respond, and refetches everything on screen once it responds again. */
export function useReconnect(): void {
  const client = useQueryClient()
  const refetch = useEffectEvent(async () => {
    toasts.getState().show({ text: t('shell.lost_again') })
    await client.invalidateQueries()
  })
  useEffect(() => {
    let timer: ReturnType<typeof setInterval> | undefined
    let isPolling = false
    const poll = async (): Promise<void> => {
      if (isPolling) return
      isPolling = true
      await call('studio.info', undefined).finally(() => (isPolling = false))
      clearInterval(timer)
      timer = undefined
      await refetch()
    }
    // Polling continues after another call gets a response, because the calls that failed must still be repeated.
    const startPolling = (isLost: boolean): void => {
      if (isLost) timer ??= setInterval(() => void poll().catch(() => undefined), POLL_INTERVAL_MS)
    }
    startPolling(studioLink.getState().isLost)
    const unsubscribe = studioLink.subscribe(({ isLost }) => startPolling(isLost))
    return () => {
      unsubscribe()
      clearInterval(timer)
    }
  }, [])
}
