import type { Agent, Dispatcher } from 'undici'

export interface ServiceDispatcher extends Pick<Dispatcher, 'dispatch'> {
  /** Ends every connection. */
  destroy: () => Promise<void>
}

/**
 * The connections to the service, made when the first request goes out: their library is no part of the start.
 * They follow no redirect and repeat nothing by themselves; only the studio decides what goes out twice.
 * Deadlines belong to the callers; here only connecting has one.
 */
export function serviceDispatcher(): ServiceDispatcher {
  let agent: Promise<Agent> | null = null
  return {
    dispatch: (options, handler) => {
      agent ??= connect()
      void agent.then((open) => open.dispatch(options, handler))
      return true
    },
    destroy: async () => (await agent)?.destroy(),
  }
}

async function connect(): Promise<Agent> {
  const { Agent } = await import('undici')
  return new Agent({
    // Over HTTP/2 a library replays requests by itself when a server refuses their streams.
    allowH2: false,
    pipelining: 1,
    connections: 16,
    connect: { timeout: 10_000 },
    // Shorter than servers keep idle sockets, so that a request seldom meets one that is being closed.
    keepAliveTimeout: 4_000,
    keepAliveMaxTimeout: 60_000,
    headersTimeout: 0,
    bodyTimeout: 0,
  })
}
