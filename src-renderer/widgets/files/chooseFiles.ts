import { create } from 'zustand'

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

/** The files that the user opened, which a dialog shows; empty while it is closed. */
export const openedFiles = create<{ files: readonly File[] }>(() => ({ files: [] }))

/** Shows files in a dialog, or closes it if there are none. */
export const openFiles = (files: readonly File[]): void => openedFiles.setState({ files })
