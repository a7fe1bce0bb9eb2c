import { CloudOff, KeyRound } from 'lucide-react'
import type { Connection } from '../../src-preload/contract/types/connection.ts'
import { navigate } from '../router/navigate.ts'
import type { Screen } from '../router/useLocation.ts'
import { useApiMutation } from '../host/useApiMutation.ts'
import { useApiQuery } from '../host/useApiQuery.ts'
import '../i18n/later.ts'
import { t } from '../i18n/t.ts'
import { Button } from '../ui/buttons/Button.tsx'
import { NoteBar } from '../ui/feedback/NoteBar.tsx'
import { keyPath } from '../screens/create/model/blockReasons.ts'
import { useNow } from '../lib/useNow.ts'
import { outageText, useHealthWatch } from '../widgets/outages.ts'
import type { Outage } from '../widgets/useHealth.ts'
import textStyles from '../ui/layout/text.module.css'

/** On Create and Queue: which connections can't be used, since when, and when each is tried next. */
export function OutageNotes({ screen }: { screen: Screen }) {
  useHealthWatch()
  const { data } = useApiQuery('connections.health', undefined)
  const { data: list } = useApiQuery('connections.list', undefined)
  if (screen !== 'create' && screen !== 'queue') return null
  return (data?.connections ?? []).map(({ connectionId, outage }) => {
    const connection = list?.connections.find(({ id }) => id === connectionId)
    if (!connection || !outage) return null
    // The form already shows a rejected key.
    if (outage.reason === 'key_rejected' && screen === 'create' && connection.current) return null
    return <OutageNote key={connectionId} connection={connection} outage={outage} />
  })
}

function OutageNote({ connection, outage }: { connection: Connection; outage: Outage }) {
  const retry = useApiMutation('connections.try_again')
  const isKey = outage.reason === 'key_rejected'
  const settingsPath = isKey ? keyPath(connection) : undefined
  const trying = outage.trying || retry.isPending
  return (
    <NoteBar
      tone="warn"
      icon={isKey ? <KeyRound aria-hidden /> : <CloudOff aria-hidden />}
      actions={
        <>
          <NextTry outage={outage} trying={trying} />
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
      {isKey && connection.kind === 'environment' && <> {t('create.key_environment')}</>}
    </NoteBar>
  )
}

/** Visual countdown, hidden from screen readers, which would read it every second. */
function NextTry({ outage, trying }: { outage: Outage; trying: boolean }) {
  const now = useNow(outage.nextTryAt !== null)
  if (outage.nextTryAt === null && !trying) return null
  const left = Math.max(0, (outage.nextTryAt ?? now) - now)
  // The next attempt is due and about to start.
  const isDue = trying || left < 1000
  return (
    <span className={textStyles.label} aria-hidden>
      {isDue ? t('health.trying') : t('health.next_in', { time: `${Math.floor(left / 1000)} s` })}
    </span>
  )
}
