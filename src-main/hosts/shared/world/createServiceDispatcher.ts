import type { Agent, Dispatcher } from 'undici'

export interface ServiceDispatcher extends Pick<Dispatcher, 'dispatch'> {
  /** Closes every connection. */
  destroy: () => Promise<void>
}

/**
 * HTTP dispatcher for the service, created on the first request so that loading undici doesn't slow down startup. It follows no
 * redirects and retries nothing; only the studio decides about retries. Callers set their own timeouts; only the connect timeout is set here.
 */
export function createServiceDispatcher(): ServiceDispatcher {
  let agent: Promise<Agent> | null = null
  return {
    dispatch: (options, handler) => {
      agent ??= createAgent()
      void agent.then((open) => open.dispatch(options, handler))
      return true
    },
    destroy: async () => (await agent)?.destroy(),
  }
}

async function createAgent(): Promise<Agent> {
  const { Agent } = await import('undici')
  return new Agent({
    // Over HTTP/2 the library retries requests by itself when a server refuses their streams.
    allowH2: false,
    pipelining: 1,
    // The studio limits the concurrent requests of each kind; those that hang must leave sockets for others.
    connections: 96,
    connect: { timeout: 10_000 },
    // Shorter than typical server keep-alive timeouts, to avoid reusing a socket the server is about to close.
    keepAliveTimeout: 4_000,
    keepAliveMaxTimeout: 60_000,
    headersTimeout: 0,
    bodyTimeout: 0,
  })
}
