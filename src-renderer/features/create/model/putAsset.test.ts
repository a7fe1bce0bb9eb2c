import { beforeEach, expect, test } from 'vitest'
import { draftStore } from './draftStore.ts'
import { putAsset } from './putAsset.ts'

beforeEach(() => {
  draftStore.setState(draftStore.getInitialState(), true)
  draftStore.getState().load({
    operation: 'paint',
    models: { animate: 'one' },
    values: { paint: { prompt: 'a boat' }, animate: { prompt: 'waves', picture: ['old'] } },
    seedLocked: false,
    voices: [],
  })
})

test('opens the task with the asset in its field and keeps the rest of both drafts', () => {
  putAsset('animate', 'picture', 'frame')
  const { operation, values, models } = draftStore.getState()
  expect(operation).toBe('animate')
  expect(values['animate']).toEqual({ prompt: 'waves', picture: ['frame'] })
  expect(values['paint']).toEqual({ prompt: 'a boat' })
  expect(models['animate']).toBe('one')
})

test('begins a draft for a task never opened before', () => {
  putAsset('upscale', 'image', 'a')
  expect(draftStore.getState().values['upscale']).toEqual({ image: ['a'] })
})
