import type { Access } from '../service/Exchange.ts'
import type { Connections } from './Connections.ts'

interface Asked {
  connection: { id: string }
  requestId: string | null
}

/** Where a job is asked about (spec.md §GET /request-status), without a key; null where its connection is no more. */
export async function statusAddress(
  connections: Pick<Connections, 'list' | 'access'>,
  { connection, requestId }: Asked,
): Promise<string | null> {
  const known = connections.list().find(({ id }) => id === connection.id)
  if (!known) return null
  // The list doesn't say where the sandbox is; one that doesn't start is still on this machine.
  const sandbox: Pick<Access, 'address'> | null =
    known.kind === 'sandbox'
      ? await connections.access(known.id).catch(() => ({ address: 'http://127.0.0.1' }))
      : null
  const address = (sandbox ?? known).address.replace(/(?<!\/)\/+$/, '')
  return (
    URL.parse(`${address}/api/v1/client/request-status/${encodeURIComponent(requestId ?? '')}`)?.href ?? null
  )
}
