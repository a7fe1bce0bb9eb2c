import { Agent } from 'undici'
import type { Dispatcher } from 'undici'

/**
 * The connections to the service and to result hosts. It follows no redirect and repeats nothing by itself:
 * only the studio decides what goes out twice. HTTP/1.1, so that a lost answer is one socket's loss.
 */
export const serviceDispatcher = (): Dispatcher =>
  new Agent({
    allowH2: false,
    connect: { timeout: 10_000 },
    headersTimeout: 60_000,
    bodyTimeout: 60_000,
    keepAliveTimeout: 20_000,
    connections: 16,
    pipelining: 1,
  })
