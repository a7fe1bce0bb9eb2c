import { useState } from 'react'

interface EditedAmount {
  text: string
  /** Whether the user tried to save it. */
  wasSubmitted: boolean
  setText: (text: string) => void
  markSubmitted: () => void
}

/** The text of an amount while it is edited; starts again when the saved text changes. */
export function useEditedAmount(saved: string): EditedAmount {
  const [edit, setEdit] = useState(() => unedited(saved))
  if (edit.saved !== saved) setEdit(unedited(saved))
  return {
    text: edit.text,
    wasSubmitted: edit.wasSubmitted,
    setText: (text) => setEdit((old) => ({ ...old, text })),
    markSubmitted: () => setEdit((old) => ({ ...old, wasSubmitted: true })),
  }
}

const unedited = (saved: string) => ({ saved, text: saved, wasSubmitted: false })
