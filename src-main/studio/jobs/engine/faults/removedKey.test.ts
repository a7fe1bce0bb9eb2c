import { expect, test } from 'vitest'
import { StudioError } from '../../../../../src-preload/shared/StudioError.ts'
import { respondOk, respondWith, storedFile, testEngine } from '../testEngine.ts'

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

test('a result whose expired link could not be renewed with a refused key is saved at once with a new key', async () => {
  const linkTo = (name: string) =>
    respondOk({ status: 'done', result_url: `https://results.example/${name}` })
  const polls = [linkTo('expired.png')]
  let isKeyRefused = true
  const world = testEngine({
    submit: () => respondOk({ request_id: '6f1c2f9e-1f7a-4f4e-9b39-0d6d2f0b8a11' }),
    poll: () => polls.shift() ?? (isKeyRefused ? respondWith(401) : linkTo('renewed.png')),
    download: (url) =>
      url.endsWith('renewed.png')
        ? { kind: 'file', file: storedFile }
        : { kind: 'expired', problem: { code: 'result_expired', money: 'charged' } },
  })
  const { id } = world.enqueue()
  await world.clock.advance(2 * 3_600_000)
  expect(world.store.find(id)?.state).toBe('unsaved')
  isKeyRefused = false
  world.engine.accessChanged('c')
  await world.clock.advance(1000)
  expect(world.store.find(id)?.state).toBe('saved')
})
