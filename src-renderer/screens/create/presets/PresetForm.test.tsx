import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import '../../../i18n/lazyTexts.ts'
import type { Form } from '../../../../src-preload/contract/types/form.ts'
import { MAX_PRESET_FILE_LENGTH, MAX_PRESET_TEXT_LENGTH } from '../../../../src-preload/constraints/limits.ts'
import { setBridge } from '../../../host/bridge.ts'
import { draftStore } from '../../../widgets/forms/draftStore.ts'
import { selectedJobStore } from '../../../widgets/jobs/selectedJobStore.ts'
import { makeJob } from '../../queue/testing/makeJob.ts'
import { show } from '../../gallery/testing/show.tsx'
import { bridgeOf } from '../testing/fakeCreateStudio.ts'
import { makeAsset } from '../testing/makeAsset.ts'
import { PresetForm } from './PresetForm.tsx'
import { PresetsDialog } from './PresetsDialog.tsx'

afterEach(() => {
  vi.restoreAllMocks()
})

const form: Form = {
  operation: 'speak',
  model: { slug: 'one', name: 'One' },
  defaults: {},
  fields: [{ kind: 'text', name: 'text', label: 'Text', multiline: true, required: true, section: 'main' }],
}

test('a text that is too long for a preset is reported, and the preset can be saved without it', async () => {
  draftStore.setState({ values: { speak: { text: 'x'.repeat(MAX_PRESET_TEXT_LENGTH + 1) } } })
  setBridge(
    bridgeOf({ 'connections.list': async () => ({ connections: [], keychain: { state: 'available' } }) }),
  )
  show(<PresetForm form={form} preset={null} onClose={() => {}} onSaved={() => {}} />)
  await userEvent.type(screen.getByRole('textbox', { name: 'Name' }), 'Chapter')
  const save = screen.getByRole('button', { name: 'Save preset' })
  expect(screen.getByRole('alert').textContent).toBe('Text: At most 20,000 characters (now 20,001)')
  expect(save).toHaveProperty('disabled', true)
  await userEvent.click(screen.getByRole('switch', { name: /Text/ }))
  expect(screen.queryByRole('alert')).toBeNull()
  expect(save).toHaveProperty('disabled', false)
})

test('editing the name while a preset is being saved doesn’t save it a second time', async () => {
  const saved: string[] = []
  const { promise, resolve } = Promise.withResolvers<void>()
  setBridge(
    bridgeOf({
      'connections.list': async () => ({ connections: [], keychain: { state: 'available' } }),
      'presets.save': async (preset) => {
        saved.push(preset.name)
        await promise
        return { ...preset, id: 'new' }
      },
    }),
  )
  const onSaved = vi.fn<() => void>()
  show(<PresetForm form={form} preset={null} onClose={() => {}} onSaved={onSaved} />)
  await userEvent.type(screen.getByRole('textbox'), 'Fog{Enter}')
  await waitFor(() => expect(saved).toEqual(['Fog']))
  await userEvent.type(screen.getByRole('textbox'), 's{Enter}')
  resolve()
  await waitFor(() => expect(onSaved).toHaveBeenCalled())
  expect(saved).toEqual(['Fog'])
})

test('the image of the shown result stays when the image of an earlier result is read later', async () => {
  const reads = { earlier: Promise.withResolvers<Blob>(), shown: Promise.withResolvers<Blob>() }
  vi.stubGlobal('createImageBitmap', async () => ({ width: 1, height: 1, close: () => {} }))
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null)
  vi.spyOn(HTMLCanvasElement.prototype, 'toDataURL').mockReturnValue('data:image/webp;base64,AA')
  const bridge = bridgeOf({
    'connections.list': async () => ({ connections: [], keychain: { state: 'available' } }),
    'jobs.get': async ({ id }) => ({
      ...makeJob({
        id,
        operation: 'speak',
        model: form.model,
        state: 'saved',
        assets: [makeAsset({ id, role: 'result' })],
      }),
      values: {},
      request: '',
      retry: null,
    }),
  })
  const read = vi.fn(async (_: string, id: string) => reads[id === 'shown' ? 'shown' : 'earlier'].promise)
  setBridge({ ...bridge, media: { ...bridge.media, read } })
  selectedJobStore.getState().select('earlier')
  show(<PresetForm form={form} preset={null} onClose={() => {}} onSaved={() => {}} />)
  await waitFor(() => expect(read).toHaveBeenCalledWith('thumb', 'earlier'))
  act(() => selectedJobStore.getState().select('shown'))
  await waitFor(() => expect(read).toHaveBeenCalledWith('thumb', 'shown'))
  reads.shown.resolve(new Blob())
  const image = await screen.findByRole('switch', { name: 'Image of the current result' })
  await act(async () => reads.earlier.resolve(new Blob()))
  expect(image.isConnected).toBe(true)
})

test('a file that is too long for presets is reported as one without presets', async () => {
  setBridge(
    bridgeOf({
      'presets.list': async () => ({ presets: [] }),
      'operations.list': async () => ({ operations: [], listed: true, unknown: [] }),
    }),
  )
  show(<PresetsDialog form={form} onClose={() => {}} />)
  const file = new File(['x'.repeat(MAX_PRESET_FILE_LENGTH + 1)], 'presets.json')
  await userEvent.upload(await screen.findByLabelText(/^Import/, { selector: 'input' }), file)
  expect(await screen.findByText(/^This file has no presets that Easel can read/)).toBeDefined()
})

test.each([
  ['another task', { operation: 'upscale', model: { slug: 'one', name: 'One' } }],
  ['another model', { operation: 'speak', model: { slug: 'two', name: 'Two' } }],
])('a result of %s isn’t offered as the image of a preset', async (_, madeBy) => {
  const bridge = bridgeOf({
    'connections.list': async () => ({ connections: [], keychain: { state: 'available' } }),
    'operations.list': async () => ({ operations: [], listed: true, unknown: [] }),
    'presets.list': async () => ({ presets: [] }),
    'jobs.get': async ({ id }) => ({
      ...makeJob({ id, ...madeBy, state: 'saved', assets: [makeAsset({ id, role: 'result' })] }),
      values: {},
      request: '',
      retry: null,
    }),
  })
  const read = vi.fn(async () => new Blob())
  const calls: string[] = []
  setBridge({
    ...bridge,
    call: async (route, input) => {
      const output = await bridge.call(route, input)
      calls.push(route)
      return output
    },
    media: { ...bridge.media, read },
  })
  selectedJobStore.getState().select('shown')
  show(<PresetForm form={form} preset={null} onClose={() => {}} onSaved={() => {}} />)
  await waitFor(() => expect(calls).toEqual(expect.arrayContaining(['jobs.get', 'operations.list'])))
  await act(async () => {})
  expect(read).not.toHaveBeenCalled()
})

test('a preset without a typed name gets the one of its model, with a number if that is taken', async () => {
  const saved: string[] = []
  const other = { operation: 'speak', model: null, service: null, values: {}, picture: null }
  setBridge(
    bridgeOf({
      'connections.list': async () => ({ connections: [], keychain: { state: 'available' } }),
      'presets.list': async () => ({ presets: [{ ...other, id: 'a', name: 'one' }] }),
      'presets.save': async (preset) => {
        saved.push(preset.name)
        return { ...preset, id: 'new' }
      },
    }),
  )
  show(<PresetForm form={form} preset={null} onClose={() => {}} onSaved={() => {}} />)
  await screen.findByPlaceholderText('One 2')
  await userEvent.click(screen.getByRole('button', { name: 'Save preset' }))
  await waitFor(() => expect(saved).toEqual(['One 2']))
})
