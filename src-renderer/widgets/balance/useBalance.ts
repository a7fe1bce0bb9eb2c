import type { Balance } from '../../../src-preload/contract/types/balance.ts'
import type { Connection } from '../../../src-preload/contract/types/connection.ts'
import { useRoute } from '../../host/useRoute.ts'

const NONE = { connectionId: '' }

/** The balance of the current connection, as far as it is known. */
export function useBalance(): { connection: Connection | undefined; balance: Balance | undefined } {
  const connections = useRoute('connections.list', undefined)
  const connection = connections.data?.connections.find(({ current }) => current)
  const asked = connection ? { connectionId: connection.id } : NONE
  const { data } = useRoute('balance.get', asked, { enabled: connection !== undefined })
  return { connection, balance: data?.connectionId === connection?.id ? data : undefined }
}
