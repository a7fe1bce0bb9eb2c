import type { ConnectionHealthState } from '../../src-preload/contract/types/connection.ts'
import { useApiQuery } from '../host/useApiQuery.ts'

/** A period in which the service can't be used. */
export type Outage = NonNullable<ConnectionHealthState['outage']>

/** The health of a connection; undefined while loading, or if it wasn't used in this session. */
export function useHealth(connectionId: string | undefined): ConnectionHealthState | undefined {
  const { data } = useApiQuery('connections.health', undefined)
  return data?.connections.find((health) => health.connectionId === connectionId)
}
