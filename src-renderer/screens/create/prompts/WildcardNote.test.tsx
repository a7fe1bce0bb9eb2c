import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { RouteInput } from '../../../../src-preload/contract/routes.ts'
import { stubElementSizes } from '../../gallery/testing/stubElementSize.ts'
import { bridgeOf } from '../testing/fakeCreateStudio.ts'
import { fakeSnippets } from '../testing/fakeSnippets.ts'
import { previewOf, row } from '../testing/openBatchDialog.tsx'
import { showForm } from '../testing/showForm.tsx'

stubElementSizes()

const PROMPT = {
  kind: 'text',
  name: 'prompt',
  label: 'Prompt',
  required: true,
  section: 'main',
  multiline: true,
} as const

function open(prompt: string) {
  const previews: RouteInput<'batches.preview'>[] = []
  const { handlers } = fakeSnippets([
    { name: 'style', text: 'oil painting' },
    { name: 'animal', text: 'fox\n__bird__' },
    { name: 'bird', text: 'owl\njay' },
    { name: 'fish', text: 'carp\npike' },
  ])
  const bridge = bridgeOf({
    ...handlers,
    'prompts.list': async () => ({ prompts: [], next: null }),
    'models.list': async () => ({ models: [], refreshedAt: null, refreshing: false, problem: null }),
    'batches.draft': async () => ({ draft: null }),
    'batches.save_draft': async () => {},
    'batches.preview': async (input) => {
      previews.push(input)
      return previewOf([row(0), row(1), row(2)])
    },
  })
  const values = showForm({ fields: [PROMPT], values: { prompt }, bridge })
  return { previews, prompt: () => values()['prompt'] }
}

test('picking replaces the references, and Alt+Up shows the template again', async () => {
  const { prompt } = open('a __bird__ beside __unknown__ and __style__')
  expect(await screen.findByText(/^__bird__ is a wildcard list\./)).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Pick at random' }))
  expect(prompt()).toMatch(/^a (owl|jay) beside __unknown__ and __style__$/)
  expect(screen.queryByRole('button', { name: 'Pick at random' })).toBeNull()
  const area = screen.getByRole('textbox', { name: 'Prompt' })
  expect(document.activeElement).toBe(area)
  fireEvent.keyDown(area, { key: 'ArrowUp', altKey: true })
  await waitFor(() => expect(prompt()).toBe('a __bird__ beside __unknown__ and __style__'))
})

test('a text without references to lists has no note', async () => {
  open('__style__ and __unknown__')
  // The count is loaded lazily, like the note.
  expect(await screen.findByText('25 characters')).toBeDefined()
  await waitFor(() => expect(screen.getByRole('textbox').getAttribute('aria-autocomplete')).toBe('list'))
  expect(screen.queryByText(/wildcard list/)).toBeNull()
})

test('a batch of all lines has the lists that the text needs, and the prompt as written', async () => {
  const { previews, prompt } = open('a __animal__')
  await userEvent.click(await screen.findByRole('button', { name: 'Batch of all lines…' }))
  const dialog = await screen.findByRole('dialog', { name: 'Batch', hidden: true })
  expect(await within(dialog).findByText(/__animal__/)).toBeDefined()
  await waitFor(() =>
    expect(previews.at(-1)).toMatchObject({
      values: { prompt: 'a __animal__' },
      plan: { wildcards: { animal: ['fox', '__bird__'], bird: ['owl', 'jay'] } },
    }),
  )
  expect(previews.at(-1)?.plan.wildcards).not.toHaveProperty('fish')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Close', hidden: true }))
  expect(prompt()).toBe('a __animal__')
})
