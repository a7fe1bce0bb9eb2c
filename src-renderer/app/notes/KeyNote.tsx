import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { useApiQuery } from '../../host/useApiQuery.ts'
import '../../i18n/lazyTexts.ts'
import { t } from '../../i18n/t.ts'
import type { Screen } from '../../router/useLocation.ts'
import { NoteBar } from '../../ui/feedback/NoteBar.tsx'

/** On Create: that the key of the current connection isn't in the keychain, so that it is lost when Easel closes. */
export function KeyNote({ screen }: { screen: Screen }) {
  const { data } = useApiQuery('connections.list', undefined)
  const [closedFor, setClosedFor] = useState<string | null>(null)
  const connection = data?.connections.find(({ current }) => current)
  if (screen !== 'create' || data === undefined || connection?.key !== 'session') return null
  const reason = data.keychain.state === 'waiting' ? 'waiting' : 'session'
  // A note about a prompt that was closed doesn't hide one about a missing keychain.
  const note = `${reason} ${connection.id}`
  if (closedFor === note) return null
  return (
    <NoteBar icon={<KeyRound aria-hidden />} onClose={() => setClosedFor(note)}>
      {t(`key_note.${reason}`, { name: connection.name })}
    </NoteBar>
  )
}
