import { expect, test } from 'vitest'
import { askWorker } from './askWorker.ts'

/** A worker that doubles numbers, fails for negative ones, and counts the listeners that it has. */
class Doubler extends EventTarget {
  listeners = 0

  override addEventListener(
    type: string,
    listener: (event: Event) => void,
    options: { signal: AbortSignal },
  ) {
    this.listeners++
    options.signal.addEventListener('abort', () => this.listeners--)
    super.addEventListener(type, listener, options)
  }

  postMessage(number: number): void {
    queueMicrotask(() =>
      this.dispatchEvent(number < 0 ? new Event('error') : new MessageEvent('message', { data: 2 * number })),
    )
  }
}

test('a worker that gets many requests keeps no listeners of those that ended', async () => {
  const worker = new Doubler()
  for (let number = 0; number < 100; number++)
    await expect(askWorker(worker as unknown as Worker, number, [])).resolves.toBe(2 * number)
  await expect(askWorker(worker as unknown as Worker, -1, [])).rejects.toThrow('The worker failed')
  expect(worker.listeners).toBe(0)
})
