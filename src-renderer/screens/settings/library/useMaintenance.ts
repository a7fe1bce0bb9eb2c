import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { MaintenanceStatus } from '../../../../src-preload/contract/types/maintenance.ts'
import { bridge } from '../../../host/bridge.ts'
import { routeKey } from '../../../host/queryClient.ts'
import { useApiQuery } from '../../../host/useApiQuery.ts'

/** The running check, backup, restore or move, otherwise the last one; kept current by events. */
export function useMaintenance(): MaintenanceStatus | null | undefined {
  const client = useQueryClient()
  const { data } = useApiQuery('maintenance.status', undefined, { staleTime: 0 })
  useEffect(
    () =>
      bridge().onEvent(({ type }) => {
        if (type === 'maintenance.changed')
          void client.invalidateQueries({ queryKey: routeKey('maintenance.status') })
      }),
    [client],
  )
  return data
}

/** From 0 to 100; null while it is unknown. */
export const percentOf = ({ files, filesDone, bytes, bytesDone }: MaintenanceStatus): number | null =>
  bytes > 0 ? Math.min(100, (bytesDone / bytes) * 100) : files > 0 ? (filesDone / files) * 100 : null
