import { beforeEach, expect, test } from 'vitest'
import type { AssetDetail } from '../../../../src-preload/contract/types/asset.ts'
import type { Field } from '../../../../src-preload/contract/types/form.ts'
import { bridge, setBridge } from '../../../host/bridge.ts'
import { callHandler } from '../../../testing/callHandler.ts'
import { toasts } from '../../../lib/toasts.ts'
import { bridgeOf } from '../../../screens/create/testing/fakeCreateStudio.ts'
import { makeAsset, makeDetail } from '../../../screens/create/testing/makeAsset.ts'
import { draftStore } from '../../forms/draftStore.ts'
import { recall } from './recall.ts'
import { makeParameters } from '../testing/viewerTesting.ts'

const common = { required: false, section: 'main' } as const
const prompt: Field = { ...common, kind: 'text', name: 'prompt', label: 'Prompt', multiline: true }
const seed: Field = { ...common, kind: 'seed', name: 'seed', label: 'Seed', min: 0, max: 9999 }
const size: Field = {
  ...common,
  kind: 'size',
  name: 'size',
  label: 'Size',
  width: {},
  height: {},
  presets: [],
}

let fields: Field[]
let detail: AssetDetail

const parameters = makeParameters({
  values: { prompt: 'a red kite', seed: 42, width: 1344, height: 768, steps: 30 },
  lines: [{ name: 'prompt', label: 'Prompt', text: 'a red kite', as: 'multiline' }],
  seed: 42,
  createdAt: 1,
})

beforeEach(() => {
  fields = [prompt, seed, size]
  detail = { ...makeDetail(makeAsset({ id: 'kite', role: 'result' })), parameters }
  setBridge(
    bridgeOf({
      'library.asset': async () => detail,
      'forms.open': async ({ operation, model }) => ({
        operation,
        model: { slug: model, name: model },
        fields,
        defaults: {},
      }),
    }),
  )
  draftStore.getState().load({
    operation: 'paint',
    models: { paint: 'two' },
    values: { paint: { prompt: 'a boat', seed: 7, width: 512, height: 512, steps: 8 } },
    entered: {},
    lockedSeeds: [],
    voices: [],
    collection: null,
    copies: {},
  })
})

const values = () => draftStore.getState().values['paint']
const messages = () => toasts.getState().list.map(({ text }) => text)

test.each([
  ['recallPrompt', { prompt: 'a red kite', seed: 7, width: 512, height: 512, steps: 8 }],
  ['recallSeed', { prompt: 'a boat', seed: 42, width: 512, height: 512, steps: 8 }],
  ['recallSize', { prompt: 'a boat', seed: 7, width: 1344, height: 768, steps: 8 }],
] as const)('%s changes only its part of the form, and keeps the model', async (command, expected) => {
  await recall(command, 'kite')
  expect(values()).toEqual(expected)
  expect(draftStore.getState().models['paint']).toBe('two')
  expect(draftStore.getState().lockedSeeds).toEqual(command === 'recallSeed' ? ['paint'] : [])
})

test('all parameters replace the form, and a remix leaves out the seed', async () => {
  await recall('recallAll', 'kite')
  expect(values()).toEqual(parameters.values)
  expect(draftStore.getState().models['paint']).toBe('one')
  await recall('remix', 'kite')
  expect(values()).toEqual({ prompt: 'a red kite', width: 1344, height: 768, steps: 30 })
})

test('the prompt of another task goes to the first long text', async () => {
  fields = [{ ...prompt, name: 'text' }, seed]
  await recall('recallPrompt', 'kite')
  expect(values()).toMatchObject({ text: 'a red kite', prompt: 'a boat' })
})

test('shows what the result or the form lacks, and leaves the form as it is', async () => {
  const before = values()
  fields = [prompt]
  await recall('recallSeed', 'kite')
  expect(messages()).toEqual(['The form in Create has no field for the seed'])
  detail = { ...detail, parameters: { ...parameters, values: {}, lines: [] } }
  await recall('recallPrompt', 'kite')
  expect(messages()).toEqual(['This result has no prompt'])
  detail = { ...detail, parameters: null }
  await recall('recallAll', 'kite')
  expect(messages()).toEqual(['This file wasn’t made by Easel, so it has no parameters'])
  expect(values()).toEqual(before)
})

test.each(['recallAll', 'remix'] as const)(
  '%s of a result whose task is gone says so and leaves the form as it is',
  async (command) => {
    const inner = bridge()
    setBridge({
      ...inner,
      call: async (route, input) =>
        route === 'operations.list'
          ? callHandler(
              { 'operations.list': async () => ({ operations: [], listed: true, unknown: [] }) },
              route,
              input,
            )
          : inner.call(route, input),
    })
    location.hash = '#/gallery'
    const before = values()
    await recall(command, 'kite')
    expect(messages()).toEqual([
      'The task “paint” is no longer there. If operations.json added it, add it again.',
    ])
    expect(values()).toBe(before)
    expect(location.hash).toBe('#/gallery')
  },
)
