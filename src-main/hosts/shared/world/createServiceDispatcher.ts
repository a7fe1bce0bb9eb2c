import type { Dispatcher } from 'undici'
import type { RoutedDispatcher } from '../../../studio/service/network/RoutedDispatcher.ts'
import { DIRECT_ONLY, type FindRoutes } from '../../../studio/service/network/routes.ts'

export interface ServiceDispatcher extends Pick<Dispatcher, 'dispatch'> {
  /** Closes every connection. */
  destroy: () => Promise<void>
}

/**
 * HTTP dispatcher for the service, created on the first request so that loading undici doesn't slow down startup. Callers set their own
 * timeouts; only the connect timeout is set here.
 */
export function createServiceDispatcher(findRoutes: FindRoutes = async () => DIRECT_ONLY): ServiceDispatcher {
  let opening: Promise<RoutedDispatcher> | null = null
  return {
    dispatch: (options, handler) => {
      opening ??= open(findRoutes)
      void opening.then((dispatcher) => dispatcher.dispatch(options, handler))
      return true
    },
    destroy: async () => (await opening)?.destroy(),
  }
}

async function open(findRoutes: FindRoutes): Promise<RoutedDispatcher> {
  const { RoutedDispatcher } = await import('../../../studio/service/network/RoutedDispatcher.ts')
  // The studio limits the concurrent requests of each kind; those that hang must leave sockets for others.
  return new RoutedDispatcher({ findRoutes, connections: 192, connectTimeoutMs: 10_000 })
}
