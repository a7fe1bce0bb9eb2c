import type { Balance } from '../../../src-preload/contract/types/balance.ts'
import type { Connection } from '../../../src-preload/contract/types/connection.ts'
import { useApiQuery } from '../../host/useApiQuery.ts'

const NO_CONNECTION = { connectionId: '' }

/** The current connection and its balance, if known. */
export function useBalance(): { connection: Connection | undefined; balance: Balance | undefined } {
  const connections = useApiQuery('connections.list', undefined)
  const connection = connections.data?.connections.find(({ current }) => current)
  const input = connection ? { connectionId: connection.id } : NO_CONNECTION
  const { data } = useApiQuery('balance.get', input, { enabled: connection !== undefined })
  return { connection, balance: data?.connectionId === connection?.id ? data : undefined }
}
