import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { RouteInput } from '../../../../src-preload/contract/routes.ts'
import type { BatchDraft } from '../../../../src-preload/contract/types/batchDraft.ts'
import { emptyPlan } from '../batch/plan/planFields.ts'
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

function open(prompt: string, draft: BatchDraft | null = null) {
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
    'batches.draft': async () => ({ draft }),
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

test('references to no list are said to be sent as written', async () => {
  open('__style__ and __unknown__ in __init__ __ __')
  expect(
    await screen.findByText(
      'There are no wildcard lists __style__, __unknown__, __init__, so they are sent as written.',
    ),
  ).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Pick at random' })).toBeNull()
})

test('options in braces are said to be sent as written, and a batch takes each of them', async () => {
  const { previews } = open('a {red|{dark |light }blue} kite over {a|the} sea')
  expect(await screen.findByText('This text is sent and charged as written, with its braces.')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Run as a batch of 6…' }))
  await screen.findByRole('dialog', { name: 'Batch', hidden: true })
  await waitFor(() => expect(previews.at(-1)).toMatchObject({ plan: { variants: true } }))
})

test('the batch of options expands them even if an earlier draft of a batch doesn’t', async () => {
  const plan = { ...emptyPlan, variants: false, count: 2 }
  const { previews } = open('a {red|blue} kite', { plan, terms: { name: null, capText: '' } })
  await userEvent.click(await screen.findByRole('button', { name: 'Run as a batch of 2…' }))
  await waitFor(() => expect(previews.at(-1)).toMatchObject({ plan: { variants: true, count: 2 } }))
})

test('picking replaces options, also in the lines of a list, and resolves escapes', async () => {
  const { prompt } = open(String.raw`{a|a} __fish__ with \{scales\}`)
  await userEvent.click(await screen.findByRole('button', { name: 'Pick at random' }))
  expect(prompt()).toMatch(/^a (carp|pike) with \{scales\}$/)
})

test.each([
  ['{a|b', 'A brace in the text is unmatched (character 1). The text is sent and charged as written.'],
  ['{2$$a|b}', /doesn’t know 2\$\$ .*\(character 2\)\. The text is sent and charged as written\.$/],
])('braces that a batch can’t read are sent as written: %s', async (prompt, text) => {
  open(prompt)
  expect(await screen.findByText(text)).toBeDefined()
  expect(screen.queryByRole('button', { name: /batch|Pick/ })).toBeNull()
})

test.each(['{"style": "ink", "mood": "calm"}', 'a | b', String.raw`\{a\|b\}`, ':} | a'])(
  'a text without options has no note: %s',
  async (prompt) => {
    open(prompt)
    expect(await screen.findByText(/\d+ characters/)).toBeDefined()
    expect(screen.queryByText(/as written/)).toBeNull()
  },
)

test('a text without references to lists has no note', async () => {
  open('no lists, no options here')
  // The count is loaded lazily, like the note.
  expect(await screen.findByText('25 characters')).toBeDefined()
  await waitFor(() => expect(screen.getByRole('textbox').getAttribute('aria-autocomplete')).toBe('list'))
  expect(screen.queryByText(/wildcard list/)).toBeNull()
})

test('a batch of all lines has the lists that the text needs, and the prompt as written', async () => {
  const { previews, prompt } = open('a __animal__')
  await userEvent.click(await screen.findByRole('button', { name: 'Run as a batch of 3…' }))
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
