import { beforeEach, expect, test } from 'vitest'
import { setBridge } from '../../../host/bridge.ts'
import { StudioError } from '../../../../src-preload/shared/StudioError.ts'
import { toasts } from '../../../lib/toasts.ts'
import { bridgeOf } from '../../../screens/create/testing/fakeCreateStudio.ts'
import { makeAsset, makeDetail } from '../../../screens/create/testing/makeAsset.ts'
import { draftStore } from '../../forms/draftStore.ts'
import { putAssetInDraft } from './formActions.tsx'

/** A library with one image and one transcript. */
const library = bridgeOf({
  'library.asset': async ({ id }) => {
    if (id !== 'frame' && id !== 'talk') throw new StudioError({ code: 'asset_not_found', money: 'none' })
    return makeDetail(makeAsset({ id, kind: id === 'talk' ? 'text' : 'image' }))
  },
  'library.transcript': async () => ({ text: 'The light turns.', segments: [], edited: false }),
})

beforeEach(() => {
  setBridge(library)
  draftStore.getState().load({
    operation: 'paint',
    models: { animate: 'one' },
    values: { paint: { prompt: 'a boat' }, animate: { prompt: 'waves', picture: ['old'] } },
    entered: {},
    lockedSeeds: [],
    voices: [],
    collection: null,
    copies: {},
  })
})

test('opens the task with the asset in its field and keeps the rest of both drafts', async () => {
  await putAssetInDraft({ operation: 'animate', field: 'picture' }, 'frame')
  const { operation, values, models } = draftStore.getState()
  expect(operation).toBe('animate')
  expect(values['animate']).toEqual({ prompt: 'waves', picture: ['frame'] })
  expect(values['paint']).toEqual({ prompt: 'a boat' })
  expect(models['animate']).toBe('one')
})

test('creates a draft for a task that was never opened, and picks the field', async () => {
  await putAssetInDraft({ operation: 'upscale', field: 'image' }, 'frame')
  expect(draftStore.getState().values['upscale']).toEqual({ image: ['frame'] })
  expect(draftStore.getState().picked['upscale']).toEqual(['image'])
})

test('a text is inserted as text', async () => {
  await putAssetInDraft({ operation: 'paint', field: 'prompt' }, 'talk')
  expect(draftStore.getState().values['paint']).toEqual({ prompt: 'The light turns.' })
})

test('a missing asset shows an error and leaves the draft unchanged', async () => {
  await putAssetInDraft({ operation: 'animate', field: 'picture' }, 'gone')
  expect(draftStore.getState().operation).toBe('paint')
  expect(draftStore.getState().values['animate']?.['picture']).toEqual(['old'])
  expect(toasts.getState().list[0]?.text).toContain('no longer in the library')
})

test('an asset inserted before the saved draft was loaded is kept', async () => {
  draftStore.setState(draftStore.getInitialState(), true)
  await putAssetInDraft({ operation: 'animate', field: 'picture' }, 'frame')
  draftStore.getState().load({
    operation: 'paint',
    models: {},
    values: { animate: { prompt: 'waves', picture: ['old'] } },
    entered: {},
    lockedSeeds: [],
    voices: [],
    collection: null,
    copies: {},
  })
  expect(draftStore.getState().operation).toBe('animate')
  expect(draftStore.getState().values['animate']).toEqual({ prompt: 'waves', picture: ['frame'] })
})

test('an asset and the model for its field, chosen before the saved draft was loaded, leave the other saved values', async () => {
  draftStore.setState(draftStore.getInitialState(), true)
  const use = { operation: 'animate', field: 'picture', visibleWhen: { values: {}, models: ['two'] } }
  await putAssetInDraft(use, 'frame')
  draftStore.getState().load({
    operation: 'paint',
    models: { animate: 'one' },
    values: { animate: { prompt: 'waves', picture: ['old'] } },
    entered: {},
    lockedSeeds: [],
    voices: [],
    collection: null,
    copies: {},
  })
  expect(draftStore.getState().models['animate']).toBe('two')
  expect(draftStore.getState().values['animate']).toEqual({ prompt: 'waves', picture: ['frame'] })
})

test('sets the model and values that show the field, and the transcript', async () => {
  const detail = makeDetail(makeAsset({ id: 'speech', kind: 'audio' }))
  setBridge(bridgeOf({ 'library.asset': async () => ({ ...detail, spokenText: 'The light turns.' }) }))
  const use = {
    operation: 'speak',
    field: 'sample',
    transcriptField: 'words',
    visibleWhen: { values: { mode: 'clone' }, models: ['two', 'three'] },
  }
  await putAssetInDraft(use, 'speech')
  expect(draftStore.getState().models['speak']).toBe('two')
  expect(draftStore.getState().values['speak']).toEqual({
    mode: 'clone',
    sample: ['speech'],
    words: 'The light turns.',
  })
})

test('a chosen model that has the field is kept', async () => {
  draftStore.getState().chooseModel('animate', 'three')
  await putAssetInDraft(
    { operation: 'animate', field: 'picture', visibleWhen: { values: {}, models: ['two', 'three'] } },
    'frame',
  )
  expect(draftStore.getState().models['animate']).toBe('three')
})
