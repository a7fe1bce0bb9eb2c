import { useEffect } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { Balance } from '../../src-preload/contract/types/balance.ts'
import type { Connection } from '../../src-preload/contract/types/connection.ts'
import { useApiQuery } from '../host/useApiQuery.ts'
import { useCurrentConnection } from '../host/useCurrentConnection.ts'
import { t } from '../i18n/t.ts'
import { formatMoney } from '../../src-preload/shared/formatMoney.ts'

/** Input of a query that is disabled. */
const NO_CONNECTION = { connectionId: '' }

interface CurrentBalance {
  /** The connection in use; undefined if there is none, or while it is unknown. */
  connection: Connection | undefined
  /** Its balance; undefined while it is unknown. */
  balance: Balance | undefined
  /** True until the studio has responded, even with a failure. */
  isLoading: boolean
}

/** The balance of the connection in use. */
export function useBalance(): CurrentBalance {
  const connections = useApiQuery('connections.list', undefined)
  const connection = useCurrentConnection()
  const input = connection ? { connectionId: connection.id } : NO_CONNECTION
  const balance = useApiQuery('balance.get', input, { enabled: connection !== undefined })
  return {
    connection,
    balance: balance.data?.connectionId === connection?.id ? balance.data : undefined,
    isLoading: !connections.isFetched || (connection !== undefined && !balance.isFetched),
  }
}

/** The warning about a balance; null if there is none. */
export function balanceWarning({ balance, reserved, shortfall, level, warnBelow }: Balance): string | null {
  if (balance === null) return null
  const balanceText = formatMoney(balance)
  if (level === 'minimum') return t('balance.minimum', { balance: balanceText })
  if (shortfall > 0 && reserved > 0)
    return t('balance.short', { short: formatMoney(shortfall), balance: balanceText })
  if (level === 'low')
    return `${t('balance.low', { balance: balanceText })} ${t('balance.low_text', { low: formatMoney(warnBelow) })}`
  return null
}

const POLL_INTERVAL_MS = 60_000

/** Refetches the balance every minute while the window is visible; the studio decides whether to ask the service. */
export function useBalancePolling(connectionId: string | undefined): void {
  const client = useQueryClient()
  useEffect(() => {
    if (connectionId === undefined) return
    const refresh = () => {
      if (document.visibilityState === 'visible')
        void client.invalidateQueries({ queryKey: ['balance.get', { connectionId }] })
    }
    refresh()
    const timer = setInterval(refresh, POLL_INTERVAL_MS)
    return () => clearInterval(timer)
  }, [client, connectionId])
}
