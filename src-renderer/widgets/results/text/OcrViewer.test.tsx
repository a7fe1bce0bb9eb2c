import { cleanup, fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { MAX_EDITED_TEXT_LENGTH } from '../../../../src-preload/constraints/limits.ts'
import { show } from '../../../screens/gallery/testing/show.tsx'
import { fakeViewerStudio, makeDetail } from '../testing/viewerTesting.ts'
import { OcrViewer } from './OcrViewer.tsx'

afterEach(cleanup)

/** Opens the editor of a recognized text by keyboard. */
async function edit(format = 'txt') {
  const studio = fakeViewerStudio({
    'library.transcript': async () => ({ segments: [], text: 'fog', edited: false }),
    'library.edit_text': async () => {},
  })
  const detail = makeDetail({ kind: 'text', format })
  show(<OcrViewer asset={detail.asset} detail={detail} mode="full" />)
  const button = await screen.findByRole('button', { name: 'Edit text' })
  button.focus()
  await userEvent.keyboard('{Enter}')
  await userEvent.keyboard('!')
  return studio
}
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
