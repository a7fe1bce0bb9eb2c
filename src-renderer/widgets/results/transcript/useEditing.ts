import { type RefObject, useEffect, useRef, useState } from 'react'

interface Editing {
  /** Index of the segment being written again. */
  editing: number | undefined
  edit: (index: number) => void
  done: () => void
}

/** Which segment is being written again; when it is done, the focus is at its row again. */
export function useEditing(box: RefObject<HTMLElement | null>): Editing {
  const [editing, setEditing] = useState<number>()
  const last = useRef<number>(undefined)
  useEffect(() => {
    const at = last.current
    last.current = editing
    if (at === undefined || editing !== undefined) return
    const rows = box.current
    const row = rows?.querySelector(`[data-index="${at}"]`) ?? rows?.querySelector('[data-index]')
    const buttons = row?.querySelectorAll('button')
    buttons?.item(buttons.length - 1)?.focus()
  }, [editing, box])
  return { editing, edit: setEditing, done: () => setEditing(undefined) }
}
