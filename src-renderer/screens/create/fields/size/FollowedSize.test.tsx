import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { FieldOf, Values } from '../../../../../src-preload/contract/types/form.ts'
import { draftStore } from '../../../../widgets/forms/draftStore.ts'
import { bridgeOf } from '../../testing/fakeCreateStudio.ts'
import { makeAsset, makeDetail } from '../../testing/makeAsset.ts'
import { makeFileField } from '../../testing/makeFileField.ts'
import { showForm } from '../../testing/showForm.tsx'

const side = { min: 256, max: 1280, step: 32 }
const size: FieldOf<'size'> = {
  kind: 'size',
  name: 'size',
  label: 'Size',
  required: true,
  section: 'main',
  width: side,
  height: side,
  presets: [],
  follows: 'frame',
}
const frame = makeFileField({ name: 'frame', label: 'First frame' })
const sizes: Record<string, [number, number]> = { wide: [1360, 768], tall: [600, 2400] }
const bridge = bridgeOf({
  'library.asset': async ({ id }) => {
    const [width, height] = sizes[id] ?? [null, null]
    return makeDetail(makeAsset({ id, width, height }))
  },
})
const show = (values: Values, entered: Values = {}) => {
  const read = showForm({ fields: [frame, size], defaults: { width: 512, height: 512 }, values, bridge })
  act(() => draftStore.setState({ entered: { task: entered } }))
  return read
}

test('the size takes the aspect ratio of the first frame at about the default area', async () => {
  const values = show({ frame: ['wide'] })
  await waitFor(() => expect(values()).toMatchObject({ width: 672, height: 384 }))
  expect(draftStore.getState().entered['task']).toEqual({})
  act(() => draftStore.getState().setValues({ frame: ['tall'] }, { edit: 'choice' }))
  await waitFor(() => expect(values()).toMatchObject({ width: 256, height: 1024 }))
  act(() => draftStore.getState().setValues({ frame: [] }, { edit: 'choice' }))
  await waitFor(() => expect(values()).toMatchObject({ width: 512, height: 512 }))
})

test('an entered size stays, and the chip goes back to the size of the first frame', async () => {
  const values = show({ frame: ['wide'], width: 512, height: 768 }, { width: 512, height: 768 })
  const chip = await screen.findByRole('button', { name: 'First frame' })
  expect(chip.getAttribute('aria-pressed')).toBe('false')
  expect(values()).toMatchObject({ width: 512, height: 768 })
  await userEvent.click(chip)
  expect(values()).toMatchObject({ width: 672, height: 384 })
  expect(chip.getAttribute('aria-pressed')).toBe('true')
  expect(draftStore.getState().entered['task']).toEqual({})
})

test('a locked ratio is that of the size that the chip of the first frame set', async () => {
  const values = show({ frame: ['wide'], width: 512, height: 512 }, { width: 512, height: 512 })
  await userEvent.click(await screen.findByRole('button', { name: 'Lock the aspect ratio' }))
  await userEvent.click(screen.getByRole('button', { name: 'First frame' }))
  expect(values()).toMatchObject({ width: 672, height: 384 })
  const width = screen.getByRole('textbox', { name: 'Width' })
  await userEvent.clear(width)
  await userEvent.type(width, '1280')
  await userEvent.tab()
  expect(values()).toMatchObject({ width: 1280, height: 736 })
})

test('a locked ratio stays the same while a side is typed, swapped and typed again', async () => {
  const values = show({ width: 640, height: 480 }, { width: 640, height: 480 })
  await userEvent.click(await screen.findByRole('button', { name: 'Lock the aspect ratio' }))
  const width = screen.getByRole('textbox', { name: 'Width' })
  await userEvent.clear(width)
  await userEvent.type(width, '864{Enter}')
  expect(values()).toMatchObject({ width: 864, height: 640 })
  await userEvent.click(screen.getByRole('button', { name: 'Swap width and height' }))
  expect(values()).toMatchObject({ width: 640, height: 864 })
  await userEvent.clear(width)
  await userEvent.type(width, '960{Enter}')
  expect(values()).toMatchObject({ width: 960, height: 1280 })
})
