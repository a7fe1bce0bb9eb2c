import { expect, test } from 'vitest'
import type { Exchange } from '../service/Exchange.ts'
import { file, ok, testEngine } from './testEngine.ts'

const hour = 3_600_000
const done = ok({ status: 'done', progress: 100, result_url: 'https://results.example/a.png' })
const ids = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002']

/** A job whose link has run out, and one that runs for hours; after so long a click renews the link, which takes a minute. */
async function renewedAfter(ms: number) {
  let n = 0
  let isOver = false
  const world = testEngine({
    submit: () => ok({ request_id: ids[n++] }),
    poll: async (path): Promise<Exchange> => {
      const isRenewed = path.endsWith(ids[0] ?? '')
      if (isOver && isRenewed) await new Promise<void>((resolve) => void world.clock.after(60_000, resolve))
      return isOver || isRenewed ? done : ok({ status: 'processing' })
    },
    download: () =>
      isOver
        ? { kind: 'file', file }
        : { kind: 'expired', problem: { code: 'result_expired', money: 'charged' } },
  })
  const [renewed] = [world.press(), world.press()]
  await world.clock.advance(3 * hour + ms)
  isOver = true
  world.store.note(renewed.id, 'unsaved', { result: null })
  world.jobs.tryAgain(renewed.id)
  await world.clock.advance(hour)
  return [...ids].map((requestId) => world.store.findByRequest(requestId)?.state)
}

test('the poll that renews a link stops no poll of another job that falls due meanwhile', async () => {
  for (let ms = 0; ms < 400_000; ms += 20_000)
    expect(await renewedAfter(ms), `after ${ms} ms`).toEqual(['saved', 'saved'])
})
