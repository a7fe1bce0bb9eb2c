import type { Access } from '../client/Exchange.ts'
import type { Connections } from './Connections.ts'

interface StatusTarget {
  connection: { id: string }
  requestId: string | null
}

/** The status URL of a job (service.md §Job status), without a key; null when its connection was removed. */
export async function statusAddress(
  connections: Pick<Connections, 'find' | 'access'>,
  { connection, requestId }: StatusTarget,
): Promise<string | null> {
  const known = connections.find(connection.id)
  if (!known) return null
  // The list doesn't contain the sandbox's address. If the sandbox can't start, its host is still loopback.
  const sandbox: Pick<Access, 'address'> | null =
    known.kind === 'sandbox'
      ? await connections.access(known.id).catch(() => ({ address: 'http://127.0.0.1' }))
      : null
  const address = (sandbox ?? known).address.replace(/(?<!\/)\/+$/, '')
  return (
    URL.parse(`${address}/api/v1/client/request-status/${encodeURIComponent(requestId ?? '')}`)?.href ?? null
  )
}
