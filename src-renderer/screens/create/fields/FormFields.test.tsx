import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { Field, FieldOf } from '../../../../src-preload/contract/types/form.ts'
import type { Issue } from '../../../../src-preload/contract/types/issue.ts'
import { draftStore } from '../../../widgets/forms/draftStore.ts'
import { bridgeOf } from '../testing/fakeCreateStudio.ts'
import { makeForm, ShownForm, showForm } from '../testing/showForm.tsx'

const main = { required: true, section: 'main' } as const
const mode: FieldOf<'choice'> = {
  ...main,
  kind: 'choice',
  name: 'mode',
  label: 'Voice from',
  options: [
    { value: 'custom', label: 'The model' },
    { value: 'design', label: 'A description' },
  ],
}
const show = (fields: Field[], values = {}, defaults = {}) =>
  showForm({ fields, values, defaults, bridge: bridgeOf({}) })

test('a field is shown only while its condition is met, and keeps its value while hidden', async () => {
  const when = { field: 'mode', is: ['design'] }
  const values = show(
    [mode, { ...main, kind: 'text', name: 'how', label: 'How it sounds', multiline: true, when }],
    {},
    { mode: 'custom' },
  )
  expect(screen.queryByRole('textbox')).toBeNull()
  await userEvent.click(screen.getByRole('radio', { name: 'A description' }))
  fireEvent.change(screen.getByRole('textbox', { name: 'How it sounds' }), { target: { value: 'warm' } })
  await userEvent.click(screen.getByRole('radio', { name: 'The model' }))
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(values()).toEqual({ mode: 'custom', how: 'warm' })
})

test('one of mutually exclusive fields is shown, and the others keep their values', async () => {
  const url = { ...main, kind: 'url', oneOf: 'source', httpsOnly: false, maxLength: 2048 } as const
  const values = show([
    { ...url, name: 'video', label: 'Video address' },
    { ...url, name: 'page', label: 'Page address' },
  ])
  const type = (name: string, value: string) =>
    fireEvent.change(screen.getByRole('textbox', { name }), { target: { value } })
  type('Video address', 'https://a.example')
  await userEvent.click(screen.getByRole('radio', { name: 'Page address' }))
  expect(screen.queryByRole('textbox', { name: 'Video address' })).toBeNull()
  type('Page address', 'https://b.example')
  expect(values()).toEqual({ video: 'https://a.example', page: 'https://b.example' })
  expect(draftStore.getState().picked['task']).toEqual(['page'])
})

const lyrics: Field = {
  ...main,
  kind: 'text',
  name: 'lyrics',
  label: 'Lyrics',
  multiline: true,
  special: { label: 'Instrumental', value: '[Instrumental]' },
}

test('a special value is a switch, and switching it off restores the text', async () => {
  const values = show([lyrics], { lyrics: 'La la la' })
  await userEvent.click(screen.getByRole('switch', { name: 'Instrumental' }))
  expect(values()['lyrics']).toBe('[Instrumental]')
  expect(screen.queryByRole('textbox')).toBeNull()
  await userEvent.click(screen.getByRole('switch', { name: 'Instrumental' }))
  expect(values()['lyrics']).toBe('La la la')
})

test('switching a special value off restores the text of its task after the form was closed and another one was open', async () => {
  const values = show([lyrics], { lyrics: 'La la la' })
  const click = () => userEvent.click(screen.getByRole('switch', { name: 'Instrumental' }))
  await click()
  cleanup()
  draftStore.setState((draft) => ({
    operation: 'other',
    values: { ...draft.values, other: { lyrics: '[Instrumental]' } },
  }))
  const { rerender } = render(<ShownForm form={makeForm({ operation: 'other', fields: [lyrics] })} />)
  await click()
  expect(draftStore.getState().values['other']).toEqual({ lyrics: '' })
  draftStore.setState({ operation: 'task' })
  rerender(<ShownForm form={makeForm({ fields: [lyrics] })} />)
  await click()
  expect(values()['lyrics']).toBe('La la la')
})

test('a single option is shown as text, and an optional choice can be cleared', async () => {
  const values = show(
    [
      { ...mode, options: mode.options.slice(0, 1) },
      { ...mode, name: 'beat', label: 'Beat', required: false },
    ],
    { beat: 'custom' },
    { mode: 'custom' },
  )
  expect(screen.getByRole('status', { name: /Voice from/ }).textContent).toBe('The model')
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Beat' }), 'Auto')
  expect(values()['beat']).toBeNull()
})

test('a counter counts characters and marks an exceeded limit', async () => {
  show(
    [{ ...main, kind: 'text', name: 'text', label: 'Text', multiline: true, counter: true, maxLength: 5 }],
    {
      text: 'fog 🌫️!',
    },
  )
  expect((await screen.findByText('7 / 5')).className).toContain('over')
})

test('a half-typed width is not corrected when another window gets the focus, but when its box loses it', async () => {
  const range = { min: 256, max: 1536, step: 64 }
  const size = { ...main, kind: 'size', name: 'size', label: 'Size' } as const
  const values = show([{ ...size, width: range, height: range, presets: [] }], { width: 512, height: 512 })
  const box = screen.getByRole<HTMLInputElement>('textbox', { name: 'Width' })
  await userEvent.clear(box)
  await userEvent.type(box, '7')
  fireEvent.blur(box)
  expect(values()).toMatchObject({ width: 7 })
  await userEvent.type(box, '70')
  await userEvent.tab()
  expect(values()).toMatchObject({ width: 768 })
})

const seedField: FieldOf<'seed'> = {
  ...main,
  kind: 'seed',
  name: 'seed',
  label: 'Seed',
  min: 0,
  max: 4_294_967_295,
}

test.each<Field>([{ ...main, kind: 'integer', name: 'steps', label: 'Steps' }, seedField])(
  '$label: a number that is being typed is continued when the user returns from another window',
  async (field) => {
    const values = show([field], { [field.name]: 7 })
    const box = screen.getByRole('textbox', { name: field.label })
    act(() => box.focus())
    await userEvent.keyboard('12')
    fireEvent.blur(box)
    fireEvent.focus(box)
    await userEvent.keyboard('8')
    expect(values()).toEqual({ [field.name]: 128 })
    act(() => box.blur())
    act(() => box.focus())
    await userEvent.keyboard('5')
    expect(values()).toEqual({ [field.name]: 5 })
  },
)

test('a seed that is being typed is neither grouped nor marked when another window gets the focus', async () => {
  const issues: Issue[] = [{ field: 'seed', code: 'not_an_integer' }]
  showForm({ fields: [seedField], values: { seed: 7 }, issues, bridge: bridgeOf({}) })
  const box = screen.getByRole<HTMLInputElement>('textbox', { name: 'Seed' })
  act(() => box.focus())
  await userEvent.keyboard('2140937115')
  fireEvent.blur(box)
  expect(box.value).toBe('2140937115')
  expect(box.getAttribute('aria-invalid')).not.toBe('true')
  act(() => box.blur())
  expect(box.value).toBe('2\u202F140\u202F937\u202F115')
  expect(box.getAttribute('aria-invalid')).toBe('true')
})

test('a URL is trimmed on blur', () => {
  const values = show([
    { ...main, kind: 'url', name: 'video', label: 'Address', httpsOnly: false, maxLength: 2048 },
  ])
  const field = screen.getByRole('textbox', { name: 'Address' })
  fireEvent.change(field, { target: { value: ' https://a.example ' } })
  fireEvent.blur(field)
  expect(values()['video']).toBe('https://a.example')
})
