import { beforeEach, expect, test } from 'vitest'
import { makeQueryClient } from '../../host/queryClient.ts'
import { fakeCreateStudio } from '../../screens/create/testing/fakeCreateStudio.ts'
import { chooseModel } from './chooseModel.ts'
import { draftStore } from './draftStore.ts'

let studio: ReturnType<typeof fakeCreateStudio>

beforeEach(() => {
  studio = fakeCreateStudio(makeQueryClient())
  draftStore.setState({ operation: 'paint', models: { paint: 'one' }, values: { paint: { prompt: 'fog' } } })
})

const model = () => draftStore.getState().models['paint']

/** Chooses `two`, whose response arrives only after `interrupt`. */
async function chooseTwoWhile(interrupt: () => Promise<void>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  studio.adaptGates['two'] = promise
  const choice = chooseModel('paint', 'two')
  await interrupt()
  resolve()
  await choice
}

test('the values of another model are adapted', async () => {
  await chooseModel('paint', 'two')
  expect(model()).toBe('two')
  expect(draftStore.getState().values['paint']).toMatchObject({ prompt: 'fog', width: 768 })
})

test('the model chosen last is used, even if the response for an earlier choice arrives later', async () => {
  await chooseTwoWhile(() => chooseModel('paint', 'three'))
  expect(model()).toBe('three')
})

test('choosing the current model again cancels a change to another one', async () => {
  await chooseTwoWhile(() => chooseModel('paint', 'one'))
  expect(model()).toBe('one')
})
