import { lazy, Suspense, useEffect } from 'react'
import { WindowDrop } from '../widgets/files/WindowDrop.tsx'
import { useImageHashes } from '../widgets/library/hashImages.ts'
import type { Screen } from '../router/useLocation.ts'
import { KeyNote } from './notes/KeyNote.tsx'
import { OutageNotes } from './notes/OutageNotes.tsx'
import { StartNotes } from './notes/StartNotes.tsx'
import { newCollectionDialog } from './palette/newCollectionDialog.ts'
import { useQueryClient } from '@tanstack/react-query'
import { routeKey } from '../host/queryClient.ts'
import { useApiQuery } from '../host/useApiQuery.ts'
import { dayKey } from '../lib/format/time.ts'
import type { Progress } from '../../src-preload/contract/types/progress.ts'
import '../i18n/lazyTexts.ts'
import { t } from '../i18n/t.ts'

const NewCollection = lazy(async () => ({
  default: (await import('./palette/NewCollection.tsx')).NewCollection,
}))

/** Parts of every screen that are loaded after the first screen. */
export function AfterStart({ screen }: { screen: Screen }) {
  useNewDay()
  useImageHashes()
  const isNewCollectionOpen = newCollectionDialog(({ isOpen }) => isOpen)
  return (
    <>
      <StartNotes />
      <OutageNotes screen={screen} />
      <KeyNote screen={screen} />
      <DocumentTitle screen={screen} />
      <WindowDrop />
      {isNewCollectionOpen && (
        <Suspense>
          <NewCollection />
        </Suspense>
      )}
    </>
  )
}

const CHECK_INTERVAL_MS = 60_000

/** Refetches today's spending and limits on each new local day, also after the computer slept, which timers don't count. */
export function useNewDay(): void {
  const client = useQueryClient()
  useEffect(() => {
    const today = () => dayKey(Date.now())
    let shown = today()
    const check = () => {
      if (shown === today()) return
      shown = today()
      for (const route of ['budgets.get', 'spend.summary', 'spend.report', 'spend.jobs'] as const)
        void client.invalidateQueries({ queryKey: routeKey(route) })
    }
    const timer = setInterval(check, CHECK_INTERVAL_MS)
    document.addEventListener('visibilitychange', check)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', check)
    }
  }, [client])
}

/** Renders nothing; sets the document title to the current screen and progress, and in a browser also the favicon. */
function DocumentTitle({ screen }: { screen: Screen }) {
  const { data: progress } = useApiQuery('progress.get', undefined)
  useEffect(() => {
    document.title = documentTitle(screen, progress)
  }, [screen, progress])
  useEffect(() => {
    if (!window.easel && progress) setTabIcon(progress)
  }, [progress])
  return null
}

/** "3 of 12 · Queue · Easel": the progress comes first, because narrow tabs and taskbars truncate the title. */
export function documentTitle(screen: Screen, progress: Progress | undefined): string {
  const screenTitle = `${t(`shell.${screen}`)} · Easel`
  if (!progress || progress.total === 0) return screenTitle
  const { done, total, fraction, isActive, needsAttention } = progress
  const progressText =
    total === 1 && fraction > 0 && fraction < 1
      ? t('announce.percent', { percent: Math.floor(fraction * 100) })
      : t('announce.done', { done, total })
  const text = isActive ? progressText : t('announce.stopped', { progress: progressText })
  return isActive && needsAttention
    ? `${t('announce.trouble')} · ${text} · ${screenTitle}`
    : `${text} · ${screenTitle}`
}

const DEFAULT_ICON = '/favicon.ico'
/** Accent and error colours, because style sheets don't apply to the icon. */
const [ACCENT_COLOUR, ERROR_COLOUR] = ['#5b5bd6', '#e5484d']

/** Shows the progress as a ring in the tab icon. */
export function setTabIcon(progress: Progress): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]') ?? document.createElement('link')
  const href = progress.total === 0 ? DEFAULT_ICON : progressIconUrl(progress)
  // The default icon needs no link element.
  if (!link.isConnected && href === DEFAULT_ICON) return
  link.rel = 'icon'
  link.href = href
  if (!link.isConnected) document.head.append(link)
}

function progressIconUrl({ fraction, needsAttention }: Progress): string {
  const radius = 11
  const circumference = 2 * Math.PI * radius
  const stroke = `fill="none" stroke-width="8" stroke="${needsAttention ? ERROR_COLOUR : ACCENT_COLOUR}"`
  const background = `<circle cx="16" cy="16" r="${radius}" ${stroke} opacity=".3"/>`
  const arc = `<circle cx="16" cy="16" r="${radius}" ${stroke} stroke-dasharray="${(fraction * circumference).toFixed(1)} ${circumference.toFixed(1)}" transform="rotate(-90 16 16)"/>`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${background}${arc}</svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}
