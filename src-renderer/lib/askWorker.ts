/** The part of `Worker` that a request needs. */
type WorkerPort = Pick<Worker, 'postMessage' | 'addEventListener'>

/**
 * Sends a request to a worker and resolves with its next message, so only one request may run at a time. Rejects if the worker fails or
 * `signal` is aborted; after that it may not respond again.
 */
export async function askWorker<Response>(
  worker: WorkerPort,
  request: unknown,
  signal?: AbortSignal,
): Promise<Response> {
  signal?.throwIfAborted()
  const { promise, resolve, reject } = Promise.withResolvers<Response>()
  // Removes the listeners after each request, because a worker may get thousands.
  const listening = new AbortController()
  const options = { signal: listening.signal }
  worker.addEventListener('message', ({ data }: MessageEvent<Response>) => resolve(data), options)
  worker.addEventListener('error', () => reject(new Error('The worker failed')), options)
  // A worker that is terminated neither responds nor reports an error.
  signal?.addEventListener('abort', () => reject(signal.reason), options)
  worker.postMessage(request, [])
  return promise.finally(() => listening.abort())
}
