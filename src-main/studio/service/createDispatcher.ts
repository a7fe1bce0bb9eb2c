import { Agent } from 'undici'

/**
 * The dispatcher the studio's requests go through: HTTP/1.1 without pipelining, redirects or retries.
 * Deadlines belong to the callers, so the library's own are off, but for the 10 s it may take to connect.
 */
export const createDispatcher = (): Agent =>
  new Agent({
    // Over HTTP/2 the library replays requests by itself when a server refuses their streams.
    allowH2: false,
    pipelining: 1,
    connect: { timeout: 10_000 },
    // Shorter than servers keep idle sockets, so that a request seldom meets one that is being closed.
    keepAliveTimeout: 4_000,
    keepAliveMaxTimeout: 60_000,
    headersTimeout: 0,
    bodyTimeout: 0,
  })
