import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { MAX_EDITED_TEXT_LENGTH } from '../../../../src-preload/constraints/limits.ts'
import type { AssetDetail } from '../../../../src-preload/contract/types/asset.ts'
import { show } from '../../../screens/gallery/testing/show.tsx'
import { AssetContent } from '../AssetContent.tsx'
import { fakeViewerStudio, makeDetail } from '../testing/viewerTesting.ts'

afterEach(cleanup)

/** Opens the editor of the first of two recognized texts by keyboard. Both have been shown. */
async function edit(format = 'txt') {
  const studio = await open(format)
  await userEvent.keyboard('!')
  return studio
}
/** Like `edit`, but types nothing. `stored` is the text in the studio. */
async function open(format = 'txt', stored = { segments: [], text: 'fog', edited: false }) {
  const studio = fakeViewerStudio({
    'library.transcript': async () => ({ ...stored }),
    'library.edit_text': async () => {},
    'library.revert_text': async () => void Object.assign(stored, { text: 'fog', edited: false }),
  })
  const detail = makeDetail({ kind: 'text', format }, { viewer: 'ocr' })
  show(<Viewer detail={detail} />)
  await screen.findByRole('button', { name: 'Edit text' })
  await click('First')
  const button = await screen.findByRole('button', { name: 'Edit text' })
  button.focus()
  await userEvent.keyboard('{Enter}')
  return studio
}
function Viewer({ detail }: { detail: AssetDetail }) {
  const other = makeDetail({ id: 'b', kind: 'text' }, { viewer: 'ocr' })
  const [shown, setShown] = useState<AssetDetail | null>(other)
  return (
    <>
      <button type="button" onClick={() => setShown(detail)}>
        First
      </button>
      <button type="button" onClick={() => setShown(other)}>
        Second
      </button>
      <button type="button" onClick={() => setShown(null)}>
        Close
      </button>
      {shown && <AssetContent asset={shown.asset} detail={shown} mode="full" />}
    </>
  )
}
const click = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const expectFocusOnButton = () =>
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Edit text' }))

test('an edit is saved by keyboard, and the focus returns to the button', async () => {
  const studio = await edit()
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  expect(studio.inputs('library.edit_text')).toEqual([{ id: 'a', text: '!fog' }])
  expectFocusOnButton()
})

test('Escape cancels an edit, and the focus returns to the button', async () => {
  const studio = await edit()
  await userEvent.keyboard('{Escape}')
  expectFocusOnButton()
  expect(studio.routes()).not.toContain('library.edit_text')
})

test('Escape that cancels an IME composition keeps the editor open', async () => {
  await edit()
  const area = screen.getByRole('textbox', { name: 'Text' })
  fireEvent.keyDown(area, { key: 'Escape', isComposing: true })
  expect(area.isConnected).toBe(true)
})

test('the editor limits a text to the longest that can be saved', async () => {
  await edit()
  expect(screen.getByRole('textbox', { name: 'Text' })).toHaveProperty('maxLength', MAX_EDITED_TEXT_LENGTH)
})

test('a draft stays while the JSON is shown', async () => {
  await edit('json')
  const json = screen.getByRole('button', { name: 'JSON' })
  await userEvent.click(json)
  expect(screen.queryByRole('textbox', { name: 'Text' })).toBeNull()
  await userEvent.click(json)
  expect(screen.getByRole('textbox', { name: 'Text' })).toHaveProperty('value', '!fog')
})

test('closing a text saves its draft, also while the JSON is shown', async () => {
  const studio = await edit('json')
  await click('JSON')
  await click('Close')
  expect(studio.inputs('library.edit_text')).toEqual([{ id: 'a', text: '!fog' }])
})

test('a draft is saved when the page goes away', async () => {
  const studio = await edit()
  dispatchEvent(new Event('pagehide'))
  await waitFor(() => expect(studio.inputs('library.edit_text')).toEqual([{ id: 'a', text: '!fog' }]))
})

test.each(['{Backspace}', '{Escape}'])('closing a text after %s saves nothing', async (key) => {
  const studio = await edit()
  await userEvent.keyboard(key)
  await click('Close')
  expect(studio.routes()).not.toContain('library.edit_text')
})

test('an editor in which nothing was typed follows the text, and closing it saves nothing', async () => {
  const studio = await open('txt', { segments: [], text: 'fog!', edited: true })
  await click('Restore original')
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Text' })).toHaveProperty('value', 'fog'))
  await click('Close')
  expect(studio.routes()).toContain('library.revert_text')
  expect(studio.routes()).not.toContain('library.edit_text')
})

test('an editor in which typing was taken back follows the text, and closing it saves nothing', async () => {
  const studio = await open('txt', { segments: [], text: 'fog!', edited: true })
  await userEvent.keyboard('A{Backspace}')
  await click('Restore original')
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Text' })).toHaveProperty('value', 'fog'))
  await click('Close')
  expect(studio.routes()).not.toContain('library.edit_text')
})

test('what was typed before the original was restored is saved on closing', async () => {
  const studio = await open('txt', { segments: [], text: 'fog!', edited: true })
  await userEvent.keyboard('A ')
  await click('Restore original')
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Restore original' })).toBeNull())
  await click('Close')
  expect(studio.inputs('library.edit_text')).toEqual([{ id: 'a', text: 'A fog!' }])
})

test('showing another text saves the draft of the one before and doesn’t open an editor', async () => {
  const studio = await edit()
  await click('Second')
  expect(await screen.findByRole('button', { name: 'Edit text' })).toBeDefined()
  expect(studio.inputs('library.edit_text')).toEqual([{ id: 'a', text: '!fog' }])
})
