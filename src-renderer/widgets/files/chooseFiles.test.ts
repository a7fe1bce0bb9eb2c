import { fireEvent } from '@testing-library/dom'
import { afterEach, expect, test, vi } from 'vitest'
import { chooseFiles, openedFiles, openFiles } from './chooseFiles.ts'

afterEach(() => {
  openFiles([])
  vi.restoreAllMocks()
})

/** Opens the chooser of the system and returns its input. */
function openChooser(): HTMLInputElement {
  vi.spyOn(HTMLInputElement.prototype, 'click').mockImplementation(() => {})
  chooseFiles()
  const chooser = document.querySelector<HTMLInputElement>('input[type=file]')
  if (!chooser) throw new Error('No chooser was opened')
  return chooser
}

test('opens chosen files as if they were dropped on the window', () => {
  const file = new File(['png'], 'photo.png')
  const chooser = openChooser()
  fireEvent.change(chooser, { target: { files: [file] } })
  expect(openedFiles.getState().files).toEqual([file])
  expect(chooser.isConnected).toBe(false)
})

test('opens nothing when the user cancels', () => {
  const chooser = openChooser()
  fireEvent(chooser, new Event('cancel'))
  expect(openedFiles.getState().files).toEqual([])
  expect(chooser.isConnected).toBe(false)
})
