import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { bridgeOf } from '../testing/fakeCreateStudio.ts'
import { showForm } from '../testing/showForm.tsx'

const prompt = {
  kind: 'text',
  name: 'prompt',
  label: 'Prompt',
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
  const values = showForm({ fields: [prompt], bridge })
  const area = await screen.findByRole('textbox', { name: 'Prompt' })
  await screen.findByRole('button', { name: /prompts/i })
  await userEvent.type(area, 'a car')
  await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}')
  await userEvent.type(area, ' at night')
  await act(async () => gate.resolve())
  expect(values()['prompt']).toBe('a car at night')
  const shown: unknown[] = []
  for (const key of ['ArrowUp', 'ArrowUp', 'ArrowDown', 'ArrowDown']) {
    const before = values()['prompt']
    await userEvent.keyboard(`{Alt>}{${key}}{/Alt}`)
    await waitFor(() => expect(values()['prompt']).not.toBe(before))
    shown.push(values()['prompt'])
  }
  expect(shown).toEqual(['a car', 'an old boat', 'a car', 'a car at night'])
})
