import { openFiles } from './openedFiles.ts'

/** Lets the user choose files and opens them, as if they were dropped on the window. To be called on a click or a key press. */
export function chooseFiles(): void {
  const chooser = document.createElement('input')
  chooser.type = 'file'
  chooser.multiple = true
  chooser.accept = 'image/*,video/*,audio/*,.json,.txt'
  chooser.hidden = true
  chooser.addEventListener('change', () => {
    chooser.remove()
    openFiles([...(chooser.files ?? [])])
  })
  chooser.addEventListener('cancel', () => chooser.remove())
  // In the document, so that it isn't garbage collected while the dialog of the system is open.
  document.body.append(chooser)
  chooser.click()
}
