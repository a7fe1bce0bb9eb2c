import { fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import type { Field } from '../../../../src-preload/contract/types/form.ts'
import { draftStore } from '../../../widgets/forms/draftStore.ts'
import { bridgeOf } from '../testing/fakeCreateStudio.ts'
import { showForm } from '../testing/showForm.tsx'
import { gendersOf, voiceItems, voiceOf } from './VoiceInput.tsx'

const voices = Array.from({ length: 64 }, (_, index) => ({
  value: `voice-${index}`,
  label: `Voice ${index}`,
  gender: index % 2 === 0 ? 'female' : 'male',
}))
const field: Field = {
  kind: 'voice',
  name: 'voice',
  label: 'Voice',
  required: true,
  section: 'main',
  languages: [
    { value: 'en', label: 'English', voices },
    { value: 'de', label: 'German', voices: [{ value: 'anna', label: 'Anna', gender: 'female' }] },
    { value: 'la', label: 'Latin', voices: [] },
  ],
  voiceWhen: { field: 'mode', is: ['custom'] },
}
const mode: Field = {
  kind: 'choice',
  name: 'mode',
  label: 'Mode',
  required: true,
  section: 'main',
  options: [
    { value: 'custom', label: 'Custom' },
    { value: 'clone', label: 'Clone' },
  ],
}
const show = (values = {}) =>
  showForm({
    fields: [mode, field],
    defaults: { mode: 'custom', lang: 'en', voice: 'voice-0' },
    values,
    bridge: bridgeOf({}),
  })
const open = async (name: RegExp) => {
  await userEvent.click(await screen.findByRole('combobox', { name, hidden: true }))
  return screen.findByRole('listbox', { hidden: true })
}
const names = (list: HTMLElement) =>
  within(list)
    .getAllByRole('option', { hidden: true })
    .map((option) => option.textContent)

test('a voice can be searched by name and chosen with Enter', async () => {
  const values = show()
  await open(/^Voice/)
  const search = screen.getByRole('combobox', { name: 'Search voices', hidden: true })
  fireEvent.change(search, { target: { value: '63' } })
  fireEvent.keyDown(search, { key: 'Enter' })
  expect(values()['voice']).toBe('voice-63')
})

test('chips filter the voices by gender', async () => {
  show()
  const list = await open(/^Voice/)
  expect(names(list)).toHaveLength(64)
  await userEvent.click(screen.getByRole('button', { name: 'Male', hidden: true }))
  expect(names(list)).toHaveLength(32)
  expect(names(list)[0]).toContain('Voice 1')
})

test('recently used voices are listed first', async () => {
  const values = show()
  draftStore.setState({ voices: ['voice-9'] })
  const list = await open(/^Voice/)
  expect(within(list).getByText('Recent')).toBeDefined()
  expect(names(list)[0]).toContain('Voice 9')
  await userEvent.click(within(list).getAllByText('Voice 9')[0] ?? list)
  expect(values()['voice']).toBe('voice-9')
})

test('another language selects a voice of that language', async () => {
  const values = show()
  const list = await open(/^Language/)
  await userEvent.click(within(list).getByText('German'))
  expect(values()).toMatchObject({ lang: 'de', voice: 'anna' })
})

test('a language without voices clears the voice, and a language with voices selects one again', async () => {
  const values = show()
  await userEvent.click(within(await open(/^Language/)).getByText('Latin'))
  expect(values()).toMatchObject({ lang: 'la', voice: null })
  await userEvent.click(within(await open(/^Language/)).getByText('German'))
  expect(values()).toMatchObject({ lang: 'de', voice: 'anna' })
})

test('only the language is shown if no voice is needed', async () => {
  show({ mode: 'clone' })
  expect(await screen.findByRole('combobox', { name: /^Language/ })).toBeDefined()
  expect(screen.queryByRole('combobox', { name: /^Voice/ })).toBeNull()
})

describe('voiceItems', () => {
  const voices = [
    { value: 'ada', label: 'Ada', gender: 'female' },
    { value: 'ben', label: 'Ben', gender: 'male' },
    { value: 'cleo', label: 'Cleo', gender: 'female' },
    { value: 'dot', label: 'Dot', gender: null },
  ]
  const names = (recent: string[], gender: string | null = null) =>
    voiceItems(voices, recent, gender).map(({ id, group }) => `${group ?? '-'}/${voiceOf(id)}`)

  test('recently used voices are on top in their order, and also in the full list', () => {
    expect(names(['cleo', 'ada'])).toEqual([
      'Recent/cleo',
      'Recent/ada',
      'All voices/ada',
      'All voices/ben',
      'All voices/cleo',
      'All voices/dot',
    ])
  })

  test('item ids are unique', () => {
    const ids = voiceItems(voices, ['ada', 'ben'], null).map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('recently used voices of another language are excluded', () => {
    expect(names(['zoe'])).toEqual(['-/ada', '-/ben', '-/cleo', '-/dot'])
  })

  test('a gender filters both groups', () => {
    expect(names(['ben', 'cleo'], 'female')).toEqual(['Recent/cleo', 'All voices/ada', 'All voices/cleo'])
    expect(gendersOf(voices)).toEqual(['female', 'male'])
  })
})
