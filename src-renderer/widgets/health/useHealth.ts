import type { ConnectionHealthState } from '../../../src-preload/contract/types/health.ts'
import { useRoute } from '../../host/useRoute.ts'

export type Outage = NonNullable<ConnectionHealthState['outage']>

/** What is known of the way to a connection; undefined: nothing went wrong in this session. */
export function useHealth(connectionId: string | undefined): ConnectionHealthState | undefined {
  const { data } = useRoute('connections.health', undefined)
  return data?.connections.find((one) => one.connectionId === connectionId)
}
