import {
  createEnvironmentRoutes,
  DIRECT_ONLY,
  isLoopbackHost,
  parseSystemProxies,
  type FindRoutes,
} from '../../../studio/service/network/routes.ts'

/** Chromium's list of the system's proxies for a URL, such as `PROXY a:8080; DIRECT`. */
export type ResolveSystemProxy = (url: string) => Promise<string>

/** A configuration script on a server that doesn't respond must not hold up requests for longer. */
const MAX_RESOLVE_MS = 10_000

/**
 * Finds the proxies for a server: those of the environment variables if any is set, otherwise the system's. The system is asked at each
 * request, so that changed settings apply at once.
 */
export function createRouteFinder(
  env: NodeJS.ProcessEnv,
  resolveSystemProxy?: ResolveSystemProxy,
): FindRoutes {
  const findInEnvironment = createEnvironmentRoutes(env)
  if (findInEnvironment) return async (target) => findInEnvironment(target)
  if (!resolveSystemProxy) return async () => DIRECT_ONLY
  return async (target) =>
    isLoopbackHost(target.hostname) ? DIRECT_ONLY : parseSystemProxies(await resolve(target.origin))

  async function resolve(url: string): Promise<string> {
    const { promise: expired, resolve: expire } = Promise.withResolvers<string>()
    const timer = setTimeout(() => expire('DIRECT'), MAX_RESOLVE_MS)
    try {
      return await Promise.race([resolveSystemProxy?.(url) ?? 'DIRECT', expired])
    } catch {
      return 'DIRECT'
    } finally {
      clearTimeout(timer)
    }
  }
}
