import { expect, test } from 'vitest'
import { respondWith, respondOk, testEngine } from './testEngine.ts'

const REQUEST = '00000000-0000-4000-8000-000000000001'

test('two identical clicks send one job, and the second shows the first', async () => {
  const world = testEngine({ submit: () => respondOk({ request_id: REQUEST }) })
  const first = world.enqueue('one', false)
  const second = world.enqueue('two', false)
  expect([first.already, second.already]).toEqual([undefined, 'in_progress'])
  expect(second.id).toBe(first.id)
  await world.clock.advance(100)
  expect(world.enqueue('three', false)).toMatchObject({
    id: first.id,
    state: 'running',
    already: 'in_progress',
  })
  expect(world.calls.filter((call) => call === 'submit')).toHaveLength(1)
  expect(world.enqueue('four', true).id, 'another job on request').not.toBe(first.id)
  await world.clock.advance(100)
  expect(world.calls.filter((call) => call === 'submit')).toHaveLength(2)
})

test('an uncertain job is shown instead of paying again, until it is closed', async () => {
  const world = testEngine({ submit: () => respondWith(500) })
  const { id } = world.enqueue('one', false)
  await world.clock.advance(100)
  expect(world.enqueue('two', false)).toMatchObject({ id, state: 'uncertain', already: 'uncertain' })
  expect(world.calls).toEqual(['submit'])
  world.jobs.resolveUncertain({ id, choice: 'close' })
  expect(world.enqueue('three', false).id).not.toBe(id)
})

test('a rejected job does not prevent an identical one', async () => {
  const world = testEngine({ submit: () => respondWith(422) })
  const { id } = world.enqueue('one', false)
  await world.clock.advance(100)
  expect(world.jobs.get(id).state).toBe('rejected')
  expect(world.enqueue('two', false).id).not.toBe(id)
})
