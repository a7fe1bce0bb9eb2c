import { type RefObject, useEffect, useEffectEvent } from 'react'
import { openDialogs } from '../../ui/overlays/openDialogs.ts'
import { handlesKey } from './handlesKey.ts'
import type { ViewerPlace } from './ViewerProps.ts'

type Keys = Readonly<Record<string, (() => void) | undefined>>

/**
 * Keyboard shortcuts of a viewer: global in the full window, otherwise only while the focus is inside it.
 * The focused element has priority.
 */
export function useKeys(place: ViewerPlace, inside: RefObject<HTMLElement | null>, keys: Keys): void {
  const onKey = useEffectEvent((event: Event) => {
    if (!(event instanceof KeyboardEvent) || event.defaultPrevented) return
    if (event.ctrlKey || event.metaKey || event.altKey || handlesKey(event.target, event.key)) return
    // A dialog on top of the viewer receives all keys.
    const top = openDialogs.getState().list.at(-1)
    if (place === 'full' && top && inside.current && !top.contains(inside.current)) return
    const run = keys[event.key]
    if (run === undefined) return
    event.preventDefault()
    run()
  })
  useEffect(() => {
    const target = place === 'full' ? window : inside.current
    const listener = (event: Event) => onKey(event)
    target?.addEventListener('keydown', listener)
    return () => target?.removeEventListener('keydown', listener)
  }, [place, inside])
}
