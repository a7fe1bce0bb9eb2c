import type { Access } from '../client/Exchange.ts'
import type { Connections } from './Connections.ts'

interface StatusTarget {
  connection: { id: string }
  requestId: string | null
}

/** The status URL of a job (service.md §Job status), without a key; null if its connection was removed. */
export async function buildStatusUrl(
  connections: Pick<Connections, 'find' | 'getAccess'>,
  { connection, requestId }: StatusTarget,
): Promise<string | null> {
  const known = connections.find(connection.id)
  if (!known) return null
  // The list doesn't contain the sandbox's address. If the sandbox can't start, any loopback address serves as the base of relative URLs.
  const sandbox: Pick<Access, 'address'> | null =
    known.kind === 'sandbox'
      ? await connections.getAccess(known.id).catch(() => ({ address: 'http://127.0.0.1' }))
      : null
  const address = (sandbox ?? known).address.replace(/(?<!\/)\/+$/, '')
  return (
    URL.parse(`${address}/api/v1/client/request-status/${encodeURIComponent(requestId ?? '')}`)?.href ?? null
  )
}
