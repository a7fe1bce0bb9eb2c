/** The parts of a worker that a request needs. */
type AskedWorker = Pick<Worker, 'postMessage' | 'addEventListener'>

/**
 * Sends a request to a worker and returns its next message, so one request at a time. The listeners end with the request, because a worker
 * may get thousands. Rejects if the worker fails; it may not respond again then.
 */
export function askWorker<Response>(
  worker: AskedWorker,
  request: unknown,
  transfer: Transferable[],
): Promise<Response> {
  const { promise, resolve, reject } = Promise.withResolvers<Response>()
  const ended = new AbortController()
  const options = { signal: ended.signal }
  worker.addEventListener('message', ({ data }: MessageEvent<Response>) => resolve(data), options)
  worker.addEventListener('error', () => reject(new Error('The worker failed')), options)
  worker.postMessage(request, transfer)
  return promise.finally(() => ended.abort())
}
