import { create } from 'zustand'

/** The files that the user opened, which a dialog shows; empty while it is closed. */
export const openedFiles = create<{ files: readonly File[] }>(() => ({ files: [] }))

/** Shows files in a dialog, or closes it if there are none. */
export const openFiles = (files: readonly File[]): void => openedFiles.setState({ files })
