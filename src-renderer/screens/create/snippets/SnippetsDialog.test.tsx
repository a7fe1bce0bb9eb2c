import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { Snippet } from '../../../../src-preload/contract/types/snippet.ts'
import { setBridge } from '../../../host/bridge.ts'
import '../../../i18n/lazyTexts.ts'
import { toasts } from '../../../lib/toasts.ts'
import { show } from '../../gallery/testing/show.tsx'
import { bridgeOf } from '../testing/fakeCreateStudio.ts'
import { fakeSnippets } from '../testing/fakeSnippets.ts'
import { SnippetsDialog } from './SnippetsDialog.tsx'

const style = { name: 'style', text: 'oil painting' }
const animal = { name: 'Animal', text: '# wild\nfox\nowl' }

function open(snippets: Snippet[], selectedText = '') {
  const { handlers, stored } = fakeSnippets(snippets)
  setBridge(bridgeOf(handlers))
  show(<SnippetsDialog selectedText={selectedText} onClose={() => {}} />)
  return stored
}
const button = (name: RegExp | string) => screen.findByRole('button', { name, hidden: true })
const box = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name, hidden: true })

test('snippets are listed by name, with their first line and their number of lines', async () => {
  open([style, animal])
  const list = await screen.findByRole('list', { name: 'Snippets', hidden: true })
  expect(
    within(list)
      .getAllByRole('listitem', { hidden: true })
      .map(({ textContent }) => textContent),
  ).toEqual(['EditAnimal2 lines · fox', 'Editstyleoil painting'])
})

test('a new snippet starts with the selected text, and errors are shown at their fields', async () => {
  const stored = open([style], 'evening light')
  await userEvent.click(await button('New snippet…'))
  expect((await box('Text')).value).toBe('evening light')
  await userEvent.type(await box('Name'), ' Style')
  await userEvent.click(await button('Save snippet'))
  expect(await screen.findByText(/^A snippet named “style” already exists\./)).toBeDefined()
  expect(document.activeElement).toBe(await box('Name'))
  await userEvent.clear(await box('Name'))
  await userEvent.type(await box('Name'), ' light {Enter}')
  expect(await button(/^Edit ?light/)).toBeDefined()
  expect(stored()).toEqual([style, { name: 'light', text: 'evening light' }])
})

test('saving an edited snippet replaces it, even if only the case of its name changes', async () => {
  const stored = open([style, animal], 'evening light')
  await userEvent.click(await button(/^Edit ?Animal/))
  expect((await box('Text')).value).toBe(animal.text)
  await userEvent.clear(await box('Name'))
  await userEvent.type(await box('Name'), 'animal')
  await userEvent.click(await button('Save snippet'))
  expect(await button(/^Edit ?animal/)).toBeDefined()
  expect(stored()).toEqual([style, { ...animal, name: 'animal' }])
})

test('a deleted snippet comes back with Undo, unless its name is taken', async () => {
  const stored = open([style])
  await userEvent.click(await button('Delete style'))
  expect(await screen.findByText('No snippets yet')).toBeDefined()
  const undo = () => toasts.getState().list.at(-1)?.action?.run()
  act(() => undo())
  expect(await button(/^Edit ?style/)).toBeDefined()
  expect(stored()).toEqual([style])
  await userEvent.click(await button('Delete style'))
  expect(await screen.findByText('No snippets yet')).toBeDefined()
  await userEvent.click(await button('New snippet…'))
  await userEvent.type(await box('Name'), 'STYLE')
  await userEvent.type(await box('Text'), 'ink')
  await userEvent.click(await button('Save snippet'))
  expect(await button(/^Edit ?STYLE/)).toBeDefined()
  act(() => undo())
  expect(
    await screen.findByText(/^Couldn’t restore “style”\. A snippet named “STYLE” already exists/),
  ).toBeDefined()
  expect(stored()).toEqual([{ name: 'STYLE', text: 'ink' }])
})
