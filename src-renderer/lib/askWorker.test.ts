import { expect, test, vi } from 'vitest'
import { askWorker } from './askWorker.ts'

/** A worker that doubles numbers and fails for negative ones. */
const makeDoubler = () => {
  const target = new EventTarget()
  return Object.assign(target, {
    postMessage: (number: number) =>
      queueMicrotask(() =>
        target.dispatchEvent(
          number < 0 ? new Event('error') : new MessageEvent('message', { data: 2 * number }),
        ),
      ),
  })
}

test('the listeners of a request are removed when it ends', async () => {
  const worker = makeDoubler()
  const listening = vi.spyOn(worker, 'addEventListener')
  for (let number = 0; number < 100; number++)
    await expect(askWorker(worker, number)).resolves.toBe(2 * number)
  await expect(askWorker(worker, -1)).rejects.toThrow('The worker failed')
  const kept = listening.mock.calls.filter(
    ([, , options]) => typeof options !== 'object' || options.signal?.aborted !== true,
  )
  expect(kept).toEqual([])
})
