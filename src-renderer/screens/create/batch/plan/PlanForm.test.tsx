import { useEffect, useState } from 'react'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { Form, Values } from '../../../../../src-preload/contract/types/form.ts'
import '../../../../i18n/lazyTexts.ts'
import type { PlanDraft } from '../../../../../src-preload/contract/types/batchDraft.ts'
import { setBridge } from '../../../../host/bridge.ts'
import { show } from '../../../gallery/testing/show.tsx'
import { bridgeOf } from '../../testing/fakeCreateStudio.ts'
import { fakeSnippets } from '../../testing/fakeSnippets.ts'
import { type AxisField, emptyPlan } from './planFields.ts'
import { CountField, PlanForm } from './PlanForm.tsx'

function ControlledField({ counts }: { counts: number[] }) {
  const [count, setCount] = useState(1)
  const onCount = (next: number) => {
    counts.push(next)
    setCount(next)
  }
  return <CountField count={count} onCount={onCount} />
}

test('an emptied field reports only the count typed next', async () => {
  const counts: number[] = []
  render(<ControlledField counts={counts} />)
  const field = screen.getByRole('spinbutton', { name: 'How many' })
  await userEvent.clear(field)
  await userEvent.type(field, '5')
  expect(counts).toEqual([5])
})

test('an invalid count shows an error and is not reported, and blur restores the last valid one', async () => {
  const counts: number[] = []
  render(<ControlledField counts={counts} />)
  const field = screen.getByRole<HTMLInputElement>('spinbutton', { name: 'How many' })
  await userEvent.clear(field)
  await userEvent.type(field, '0')
  expect(screen.getByText('Enter a whole number of 1 or more.')).toBeDefined()
  await userEvent.tab()
  expect(field.value).toBe('1')
  expect(counts).toEqual([])
})

test('an emptied count stays empty when another window gets the focus', async () => {
  render(<ControlledField counts={[]} />)
  const field = screen.getByRole<HTMLInputElement>('spinbutton', { name: 'How many' })
  await userEvent.clear(field)
  fireEvent.blur(field)
  expect(field.value).toBe('')
})

const form: Form = {
  operation: 'paint',
  model: { slug: 'one', name: 'One' },
  defaults: {},
  fields: [
    { kind: 'text', name: 'prompt', label: 'Prompt', multiline: true, required: false, section: 'main' },
  ],
}

const fields: AxisField[] = [{ id: 'prompt', label: 'Prompt', input: 'lines', options: [] }]

/** Shows a plan that is kept in state, and returns how to add lists and read the current draft. */
function showPlan(values: Values = {}) {
  const { handlers } = fakeSnippets([
    { name: 'animal', text: 'fox\n__bird__' },
    { name: 'bird', text: 'owl\njay' },
    { name: 'fish', text: 'carp\npike' },
  ])
  setBridge(bridgeOf(handlers))
  let current = emptyPlan
  function ControlledPlan() {
    const [draft, setDraft] = useState<PlanDraft>(emptyPlan)
    useEffect(() => {
      current = draft
    }, [draft])
    return <PlanForm form={form} values={values} fields={fields} draft={draft} onDraft={setDraft} />
  }
  show(<ControlledPlan />)
  const input = screen.getByLabelText('Add text files…', { selector: 'input' })
  if (!(input instanceof HTMLInputElement)) throw new Error('no chooser')
  return { addLists: (...files: File[]) => userEvent.upload(input, files), draft: () => current }
}
const listFile = (name: string, text: string) => new File([text], name, { type: 'text/plain' })

test.each([
  ['hair_color.txt', 'hair_color'],
  ['_hair__color_.txt', 'hair_color'],
  ['hair+color.v2.txt', 'hair-color.v2'],
  ['__.txt', 'list'],
])('the file %s is loaded as the list %s', async (fileName, name) => {
  const { addLists, draft } = showPlan({ prompt: `a __${name}__ cat` })
  expect(screen.getByText(`No list yet for: ${name}.`, { exact: false })).toBeDefined()
  await addLists(listFile(fileName, 'red\n\n# a remark\ngrey\n'))
  expect(await screen.findByText('2 lines')).toBeDefined()
  expect(draft().wildcards).toEqual({ [name]: ['red', 'grey'] })
  expect(screen.queryByText(/No list yet for/)).toBeNull()
})

test('a list among the snippets, and the lists that its lines refer to, are added with one click', async () => {
  const { draft } = showPlan({ prompt: 'an __animal__ by __nobody__' })
  await userEvent.click(await screen.findByRole('button', { name: 'Use your snippets for __animal__' }))
  expect(draft().wildcards).toEqual({ animal: ['fox', '__bird__'], bird: ['owl', 'jay'] })
  expect(screen.getByText('No list yet for: nobody.')).toBeDefined()
  expect(screen.queryByRole('button', { name: /^Use your snippets/ })).toBeNull()
})

test('edits made while a list is read are kept', async () => {
  const { addLists, draft } = showPlan()
  const slow = listFile('slow.txt', '')
  const reading = Promise.withResolvers<ArrayBuffer>()
  slow.arrayBuffer = () => reading.promise
  await addLists(slow)
  await addLists(listFile('fast.txt', 'a'))
  await screen.findByText('1 line')
  await userEvent.click(screen.getByRole('switch', { name: 'Options in braces' }))
  await act(async () => reading.resolve(new TextEncoder().encode('a\nb').buffer))
  expect(await screen.findByText('2 lines')).toBeDefined()
  expect(draft()).toMatchObject({ variants: false, wildcards: { fast: ['a'], slow: ['a', 'b'] } })
})

test('a file that can’t be read is named, and the others are loaded', async () => {
  const { addLists, draft } = showPlan()
  const gone = listFile('gone.txt', '')
  gone.arrayBuffer = () => Promise.reject(new DOMException('gone', 'NotFoundError'))
  await addLists(gone, listFile('hair.txt', 'red'))
  expect((await screen.findByRole('alert')).textContent).toContain('Couldn’t read this file: gone.txt.')
  expect(draft().wildcards).toEqual({ hair: ['red'] })
})

test('a list with too many lines says how many are used', async () => {
  const { addLists, draft } = showPlan()
  await addLists(listFile('long.txt', 'a\n'.repeat(100_001)))
  expect(await screen.findByText('Only the first 100,000 lines of this list are used: long.')).toBeDefined()
  expect(draft().wildcards['long']).toHaveLength(100_000)
  await userEvent.click(screen.getByRole('button', { name: 'Remove long' }))
  expect(screen.queryByText(/^Only the first/)).toBeNull()
  await addLists(listFile('long.txt', 'a\n'.repeat(100_000)))
  expect(await screen.findByText('100,000 lines')).toBeDefined()
  expect(screen.queryByText(/^Only the first/)).toBeNull()
})

test('the values of an axis can be completed from snippets, and a list that they refer to is added to the plan', async () => {
  const { draft } = showPlan()
  await userEvent.click(screen.getByRole('button', { name: 'Add parameter' }))
  const box = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Values' })
  await waitFor(() => expect(box.getAttribute('aria-autocomplete')).toBe('list'))
  await userEvent.type(box, 'a hare\na __an')
  await userEvent.keyboard('{Enter}')
  expect(draft().axes).toEqual([{ field: 'prompt', text: 'a hare\na __animal__', picked: [] }])
  expect(draft().wildcards).toEqual({ animal: ['fox', '__bird__'], bird: ['owl', 'jay'] })
})
