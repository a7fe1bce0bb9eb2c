import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { StudioError } from '../../../../src-preload/shared/StudioError.ts'
import { bridgeOf } from '../testing/fakeCreateStudio.ts'
import { showForm } from '../testing/showForm.tsx'

/** Not the prompt, because earlier prompts of a field are kept for the whole session, which other tests share. */
const scene = {
  kind: 'text',
  name: 'scene',
  label: 'Scene',
  required: true,
  section: 'main',
  multiline: true,
} as const

test('Alt+Up shows the earlier prompt, but text that is typed while it loads stays', async () => {
  const gate = Promise.withResolvers<void>()
  const bridge = bridgeOf({
    'prompts.list': async () => {
      await gate.promise
      return { prompts: [{ id: 1, text: 'an old boat', usedAt: 1 }], next: null }
    },
  })
  const values = showForm({ fields: [scene], bridge })
  const area = await screen.findByRole('textbox', { name: 'Scene' })
  await screen.findByRole('button', { name: /prompts/i })
  await userEvent.type(area, 'a car')
  await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}')
  await userEvent.type(area, ' at night')
  await act(async () => gate.resolve())
  expect(values()['scene']).toBe('a car at night')
  const shown: unknown[] = []
  for (const key of ['ArrowUp', 'ArrowUp', 'ArrowDown', 'ArrowDown']) {
    const before = values()['scene']
    await userEvent.keyboard(`{Alt>}{${key}}{/Alt}`)
    await waitFor(() => expect(values()['scene']).not.toBe(before))
    shown.push(values()['scene'])
  }
  expect(shown).toEqual(['a car', 'an old boat', 'a car', 'a car at night'])
})

test('earlier prompts that fail to load show why, and a retry shows them', async () => {
  let isFailing = true
  const bridge = bridgeOf({
    'prompts.list': async () => {
      if (isFailing) throw new StudioError({ code: 'internal', money: 'none' })
      return { prompts: [{ id: 1, text: 'an old train', usedAt: 1 }], next: null }
    },
  })
  showForm({ fields: [{ ...scene, name: 'backdrop' }], bridge })
  await userEvent.click(await screen.findByRole('button', { name: /prompts/i }))
  expect((await screen.findByRole('alert', { hidden: true })).textContent).toContain('Something went wrong')
  isFailing = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again', hidden: true }))
  expect(await screen.findByText('an old train')).toBeDefined()
})
