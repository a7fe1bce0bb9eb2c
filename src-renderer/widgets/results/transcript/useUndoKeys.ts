import { type RefObject, useEffect, useEffectEvent } from 'react'
import { openDialogs } from '../../../ui/overlays/openDialogs.ts'
import { handlesKey } from '../handlesKey.ts'
import type { Transcript } from './useTranscript.ts'

/** Ctrl/Cmd+Z undoes and with Shift redoes, except in text fields, which have their own undo. */
export function useUndoKeys(
  inside: RefObject<HTMLElement | null>,
  { undo, redo }: Pick<Transcript, 'undo' | 'redo'>,
): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const key = event.key.toLowerCase()
    if (!(event.ctrlKey || event.metaKey) || event.altKey || (key !== 'z' && key !== 'y')) return
    const top = openDialogs.getState().list.at(-1)
    if (event.defaultPrevented || handlesKey(event.target, event.key)) return
    if (top && inside.current && !top.contains(inside.current)) return
    const run = key === 'y' || event.shiftKey ? redo : undo
    if (!run) return
    event.preventDefault()
    run()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event)
    addEventListener('keydown', listener)
    return () => removeEventListener('keydown', listener)
  }, [])
}
