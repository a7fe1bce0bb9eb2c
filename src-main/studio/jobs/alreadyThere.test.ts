import { expect, test } from 'vitest'
import { answered, ok, testEngine } from './testEngine.ts'

const REQUEST = '00000000-0000-4000-8000-000000000001'

test('two presses of the very same a moment apart send one job, and the second is told where it is', async () => {
  const world = testEngine({ submit: () => ok({ request_id: REQUEST }) })
  const first = world.press('one', false)
  const second = world.press('two', false)
  expect([first.already, second.already]).toEqual([undefined, 'coming'])
  expect(second.id).toBe(first.id)
  await world.clock.advance(100)
  expect(world.press('three', false)).toMatchObject({ id: first.id, state: 'running', already: 'coming' })
  expect(world.asked.filter((one) => one === 'submit')).toHaveLength(1)
  expect(world.press('four', true).id, 'another, when asked for').not.toBe(first.id)
  await world.clock.advance(100)
  expect(world.asked.filter((one) => one === 'submit')).toHaveLength(2)
})

test('what may have been charged is told of before a new press pays, and no more once it is closed', async () => {
  const world = testEngine({ submit: () => answered(500) })
  const { id } = world.press('one', false)
  await world.clock.advance(100)
  expect(world.press('two', false)).toMatchObject({ id, state: 'uncertain', already: 'unsure' })
  expect(world.asked).toEqual(['submit'])
  world.jobs.decide({ id, choice: 'close' })
  expect(world.press('three', false).id).not.toBe(id)
})

test('a job that came to nothing does not stand in the way', async () => {
  const world = testEngine({ submit: () => answered(422) })
  const { id } = world.press('one', false)
  await world.clock.advance(100)
  expect(world.jobs.get(id).state).toBe('rejected')
  expect(world.press('two', false).id).not.toBe(id)
})
