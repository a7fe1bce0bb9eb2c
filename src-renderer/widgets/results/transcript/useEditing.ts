import { type RefObject, useEffect, useRef, useState } from 'react'

interface Editing {
  /** Index of the segment being edited. */
  editing: number | undefined
  edit: (index: number) => void
  done: () => void
}

/** Tracks which segment is being edited, and moves the focus back to its row afterwards. */
export function useEditing(box: RefObject<HTMLElement | null>): Editing {
  const [editing, setEditing] = useState<number>()
  const last = useRef<number>(undefined)
  useEffect(() => {
    const previous = last.current
    last.current = editing
    if (previous === undefined || editing !== undefined) return
    const rows = box.current
    const row = rows?.querySelector(`[data-index="${previous}"]`) ?? rows?.querySelector('[data-index]')
    const buttons = row?.querySelectorAll('button')
    buttons?.item(buttons.length - 1)?.focus()
  }, [editing, box])
  return { editing, edit: setEditing, done: () => setEditing(undefined) }
}
