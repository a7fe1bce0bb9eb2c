import { CloudOff, KeyRound } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import type { Connection } from '../../../src-preload/contract/types/connection.ts'
import { navigate } from '../../router/navigate.ts'
import type { Screen } from '../../router/useLocation.ts'
import { useApiMutation } from '../../host/useApiMutation.ts'
import { useApiQuery } from '../../host/useApiQuery.ts'
import '../../i18n/lazyTexts.ts'
import { t } from '../../i18n/t.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { NoteBar } from '../../ui/feedback/NoteBar.tsx'
import { keySettingPath } from '../../screens/create/model/formMessages.ts'
import { useNow, formatTimeOrDateTime } from '../../lib/format/time.ts'
import type { Outage } from '../../widgets/useHealth.ts'
import textStyles from '../../ui/layout/text.module.css'
import { call } from '../../host/call.ts'
import { OPEN_JOBS } from '../../widgets/jobs/openJobs.ts'

/** On Create and Queue: which connections can't be used, since when, and when each is tried next. Those not chosen only where their jobs wait. */
export function OutageNotes({ screen }: { screen: Screen }) {
  useOutageRetries()
  const { data } = useApiQuery('connections.health', undefined)
  const { data: list } = useApiQuery('connections.list', undefined)
  const { data: open } = useApiQuery('jobs.list', OPEN_JOBS)
  const hasOpenJobs = (id: string) =>
    open !== undefined && (open.next !== null || open.jobs.some(({ connection }) => connection.id === id))
  if (screen !== 'create' && screen !== 'queue') return null
  return (data?.connections ?? []).map(({ connectionId, outage }) => {
    const connection = list?.connections.find(({ id }) => id === connectionId)
    if (!connection || !outage) return null
    // Another connection than the current one matters only to its jobs, which the queue shows.
    if (!connection.current && (screen !== 'queue' || !hasOpenJobs(connectionId))) return null
    // The form already shows a rejected key.
    if (outage.reason === 'key_rejected' && screen === 'create' && connection.current) return null
    return <OutageNote key={connectionId} connection={connection} outage={outage} />
  })
}

function OutageNote({ connection, outage }: { connection: Connection; outage: Outage }) {
  const retry = useApiMutation('connections.try_again')
  const isKeyRejected = outage.reason === 'key_rejected'
  const settingsPath = isKeyRejected ? keySettingPath(connection) : undefined
  const isTrying = outage.trying || retry.isPending
  return (
    <NoteBar
      tone="warn"
      icon={isKeyRejected ? <KeyRound aria-hidden /> : <CloudOff aria-hidden />}
      actions={
        <>
          <NextTryCountdown outage={outage} isTrying={isTrying} />
          {settingsPath !== undefined && (
            <Button size="small" onClick={() => navigate(settingsPath)}>
              {t('create.update_key')}
            </Button>
          )}
          <Button
            size="small"
            variant={settingsPath === undefined ? 'plain' : 'quiet'}
            onClick={() => retry.mutate({ id: connection.id, immediately: true })}
          >
            {t('common.retry')}
          </Button>
        </>
      }
    >
      {outageText(connection.name, outage)}
      {isKeyRejected && connection.kind === 'environment' && <> {t('create.key_environment')}</>}
    </NoteBar>
  )
}

/** Visual countdown, hidden from screen readers, which would read it every second. */
function NextTryCountdown({ outage, isTrying }: { outage: Outage; isTrying: boolean }) {
  const now = useNow({ isTicking: outage.nextTryAt !== null })
  if (outage.nextTryAt === null && !isTrying) return null
  const remainingMs = Math.max(0, (outage.nextTryAt ?? now) - now)
  // An attempt that starts within a second is shown as started.
  const isDue = isTrying || remainingMs < 1000
  return (
    <span className={textStyles.label} aria-hidden>
      {isDue ? t('health.trying') : t('health.next_in', { time: `${Math.floor(remainingMs / 1000)} s` })}
    </span>
  )
}

/** Interval of the checks for retries that are due. */
const CHECK_INTERVAL_MS = 1000

const tryAgain = (id: string, immediately: boolean) =>
  call('connections.try_again', { id, immediately }).catch(() => {})

/** Retries connections in an outage: when the next try is due while the window is visible, and when the network is back. */
function useOutageRetries(): void {
  const { data } = useApiQuery('connections.health', undefined)
  const connectionsInOutage = (data?.connections ?? []).filter(({ outage }) => outage !== null)
  const retryDue = useEffectEvent(() => {
    if (document.visibilityState !== 'visible') return
    for (const { connectionId, outage } of connectionsInOutage)
      if (outage?.nextTryAt != null && outage.nextTryAt <= Date.now() && !outage.trying)
        void tryAgain(connectionId, false)
  })
  const hasOutage = connectionsInOutage.length > 0
  useEffect(() => {
    if (!hasOutage) return
    const onCheck = () => retryDue()
    const timer = setInterval(onCheck, CHECK_INTERVAL_MS)
    document.addEventListener('visibilitychange', onCheck)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', onCheck)
    }
  }, [hasOutage])
  useEffect(() => {
    addEventListener('online', retryAll)
    return () => removeEventListener('online', retryAll)
  }, [])
}

/** Retries every connection that had a failure, even if the failure isn't confirmed as an outage yet. Runs when the network is back. */
function retryAll(): void {
  void call('connections.health', undefined)
    .then(({ connections }) =>
      Promise.all(connections.map(({ connectionId }) => tryAgain(connectionId, true))),
    )
    .catch(() => {})
}

/** "No connection to Sandbox since 14:02: nothing responds at its URL." */
function outageText(name: string, { since, reason, status, proxy = '', isWebPage }: Outage): string {
  const params = { name, time: formatTimeOrDateTime(since), proxy }
  // These reasons mean that a host was reached, so the computer wasn't offline.
  const wasHostReached =
    reason === 'refused' ||
    reason === 'server_error' ||
    reason === 'key_rejected' ||
    reason === 'proxy_password' ||
    reason === 'sign_in'
  if (!navigator.onLine && !wasHostReached) return t('health.offline', params)
  if (reason === 'server_error') return t('health.server_error', { ...params, status: status ?? 500 })
  const text = t(`health.${isWebPage ? 'web_page' : reason}`, params)
  const isProxyUnused = proxy !== '' && reason !== 'proxy' && reason !== 'proxy_password'
  return isProxyUnused ? `${text} ${t('health.unused_proxy', params)}` : text
}
