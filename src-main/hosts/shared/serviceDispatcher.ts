import { Agent } from 'undici'
import type { Dispatcher } from 'undici'

/**
 * The connections to the service and to result hosts. It follows no redirect and repeats nothing by itself:
 * only the studio decides what goes out twice. Deadlines belong to the callers; here only connecting has one.
 */
export const serviceDispatcher = (): Dispatcher =>
  new Agent({
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
