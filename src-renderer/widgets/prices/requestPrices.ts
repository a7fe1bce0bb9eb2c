import type { BatchPreview } from '../../../src-preload/contract/types/batch.ts'
import { call } from '../../host/call.ts'

/** Small requests let the list fill gradually. */
const PRICES_PER_REQUEST = 6

/**
 * Requests the missing prices of a preview, until the service limits requests or `isCurrent` returns false. `onPrices` is called with each
 * response. `refresh`: also requests those again that are not recent.
 */
export async function requestPrices(
  preview: BatchPreview,
  {
    isCurrent,
    onPrices,
    refresh = false,
  }: { isCurrent: () => boolean; onPrices: (preview: BatchPreview) => void; refresh?: boolean },
): Promise<void> {
  let current = preview
  if (refresh) {
    current = await call('batches.price', { preview: preview.id, limit: PRICES_PER_REQUEST, refresh })
    if (!isCurrent()) return
    onPrices(current)
    if (current.waitsUntil !== null) return
  }
  while (current.pricesToRequest > 0 && isCurrent()) {
    const next = await call('batches.price', { preview: current.id, limit: PRICES_PER_REQUEST })
    if (!isCurrent()) return
    onPrices(next)
    if (next.waitsUntil !== null || next.pricesToRequest >= current.pricesToRequest) return
    current = next
  }
}
