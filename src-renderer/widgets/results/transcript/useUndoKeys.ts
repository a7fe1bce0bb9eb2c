import { type RefObject, useEffect, useEffectEvent } from 'react'
import { openDialogs } from '../../../ui/openDialogs.ts'
import { takesKey } from '../takesKey.ts'
import type { TranscriptOf } from './useTranscript.ts'

/** Ctrl/Cmd+Z and, with Shift, the other way, wherever the focus is but in a field, which has an undo of its own. */
export function useUndoKeys(
  inside: RefObject<HTMLElement | null>,
  { undo, redo }: Pick<TranscriptOf, 'undo' | 'redo'>,
): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const key = event.key.toLowerCase()
    if (!(event.ctrlKey || event.metaKey) || event.altKey || (key !== 'z' && key !== 'y')) return
    const top = openDialogs.getState().list.at(-1)
    if (event.defaultPrevented || takesKey(event.target, event.key)) return
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
