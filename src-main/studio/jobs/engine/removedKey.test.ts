import { expect, test } from 'vitest'
import { StudioError } from '../../../../src-preload/contract/errors.ts'
import { respondOk, testEngine } from './testEngine.ts'

test('a running job shows that its key was removed and is polled again with a new key', async () => {
  let isGone = false
  const world = testEngine({
    submit: () => respondOk({ request_id: '6f1c2f9e-1f7a-4f4e-9b39-0d6d2f0b8a11' }),
    poll: () => respondOk({ status: 'processing' }),
    access: () => {
      if (isGone) throw new StudioError({ code: 'key_missing', money: 'none' })
      return { connectionId: 'c', address: 'https://service.example', key: 'key' }
    },
  })
  const { id } = world.enqueue()
  await world.clock.advance(2000)
  isGone = true
  await world.clock.advance(60_000)
  expect(world.store.find(id)).toMatchObject({ state: 'running', problem: { code: 'key_missing' } })
  isGone = false
  await world.clock.advance(5 * 60_000)
  expect(world.store.find(id)).toMatchObject({ state: 'running', problem: null })
})
