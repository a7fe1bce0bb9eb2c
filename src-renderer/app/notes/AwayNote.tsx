import { useState, useEffect } from 'react'
import { Moon } from 'lucide-react'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { navigate } from '../../router/navigate.ts'
import { useLocation } from '../../router/useLocation.ts'
import { t } from '../../i18n/t.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { NoteBar } from '../../ui/feedback/NoteBar.tsx'
import type { Away, AwaySpan } from '../../../src-preload/contract/types/queue.ts'
import { formatShortMoney } from '../../../src-preload/shared/formatMoney.ts'
import { onJobsChanged } from '../../host/receiveJobs.ts'
import { useApiQuery } from '../../host/useApiQuery.ts'
import { call } from '../../host/call.ts'

/** How jobs ended while the user was away. */
export function AwayNote() {
  const { screen } = useLocation()
  const [isDismissed, setDismissed] = useState(false)
  const away = useAwaySummary()
  if (!away || isDismissed || away.saved + away.failed + away.uncertain === 0) return null
  return (
    <NoteBar
      icon={<Moon aria-hidden />}
      actions={
        screen !== 'queue' && (
          <Button size="small" variant="quiet" onClick={() => navigate('queue')}>
            {t('queue.show_queue')}
          </Button>
        )
      }
      onClose={() => setDismissed(true)}
    >
      <b>{t('queue.home_away')}</b> {awayText(away)}
    </NoteBar>
  )
}

/** "7 saved, 1 failed, $0.19 quoted, 2 still in progress." */
const awayText = ({ saved, failed, uncertain, quoted, underWay }: Away): string => {
  const texts = [
    saved > 0 && t('queue.saved', { count: saved }),
    failed > 0 && t('queue.failed', { count: failed }),
    uncertain > 0 && t('queue.uncertain', { count: uncertain }),
    quoted > 0 && t('queue.home_quoted', { price: formatShortMoney(quoted) }),
    underWay > 0 && t('queue.home_under_way', { count: underWay }),
  ]
  return `${texts.filter(Boolean).join(', ')}.`
}

const REFRESH_MS = 600

/** Outcomes since the user last saw the queue, refreshed while jobs of the last session are still in progress. */
function useAwaySummary(): Away | null | undefined {
  const client = useQueryClient()
  const { data: initialSummary } = useApiQuery('queue.away', undefined, { staleTime: Infinity })
  const awaySpan: AwaySpan | undefined = initialSummary
    ? { since: initialSummary.since, until: initialSummary.until }
    : undefined
  const { data: latestSummary } = useApiQuery('queue.away', awaySpan, {
    enabled: awaySpan !== undefined && initialSummary?.underWay !== 0,
    staleTime: Infinity,
  })
  useMarkSeen(initialSummary !== undefined)
  const away = (awaySpan && latestSummary) ?? initialSummary
  const hasOpenJobs = (away?.underWay ?? 0) > 0
  useEffect(() => (hasOpenJobs ? refreshOnJobChanges(client) : undefined), [client, hasOpenJobs])
  return away
}

/** Refreshes the summary while jobs change, at most once per interval; returns an unsubscribe function. */
function refreshOnJobChanges(client: QueryClient): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const unsubscribe = onJobsChanged(() => {
    timer ??= setTimeout(() => {
      timer = undefined
      void client.invalidateQueries({
        predicate: ({ queryKey: [route, input] }) => route === 'queue.away' && input !== undefined,
      })
    }, REFRESH_MS)
  })
  return () => {
    unsubscribe()
    clearTimeout(timer)
  }
}

const SEEN_INTERVAL_MS = 60_000
/** Changes on screen are marked after this delay, so that a quick restart doesn't report them. */
const SEEN_DELAY_MS = 3_000

/** Reports to the studio, while the window is visible, that the user has seen all changes. */
function useMarkSeen(enabled: boolean): void {
  useEffect(() => {
    if (!enabled) return
    const markSeen = () => void call('queue.seen', undefined).catch(() => {})
    const markIfVisible = () => {
      if (document.visibilityState === 'visible') markSeen()
    }
    markIfVisible()
    let delayTimer: ReturnType<typeof setTimeout> | undefined
    const unsubscribe = onJobsChanged(() => {
      delayTimer ??= setTimeout(() => {
        delayTimer = undefined
        markIfVisible()
      }, SEEN_DELAY_MS)
    })
    const timer = setInterval(markIfVisible, SEEN_INTERVAL_MS)
    document.addEventListener('visibilitychange', markSeen)
    return () => {
      unsubscribe()
      clearTimeout(delayTimer)
      clearInterval(timer)
      document.removeEventListener('visibilitychange', markSeen)
    }
  }, [enabled])
}
