import { openFiles } from './openedFiles.ts'

/** Lets the user choose files, and opens them. Must be called while a click or key press is handled. */
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
  // In the document, so that it isn't garbage collected while the system's dialog is open.
  document.body.append(chooser)
  chooser.click()
}
