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

test('a request is rejected on abort, and not sent after it, because a worker that was ended never responds', async () => {
  const worker = Object.assign(new EventTarget(), { postMessage: vi.fn() })
  const controller = new AbortController()
  const asked = askWorker(worker, 1, controller.signal)
  controller.abort(new Error('Window closed'))
  await expect(asked).rejects.toThrow('Window closed')
  await expect(askWorker(worker, 2, controller.signal)).rejects.toThrow('Window closed')
  expect(worker.postMessage.mock.calls).toEqual([[1, []]])
})
