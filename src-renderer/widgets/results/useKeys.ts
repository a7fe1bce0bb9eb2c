import { type RefObject, useEffect, useEffectEvent } from 'react'
import { openDialogs } from '../../ui/openDialogs.ts'
import { takesKey } from './takesKey.ts'
import type { ViewerPlace } from './ViewerProps.ts'

type Keys = Readonly<Record<string, (() => void) | undefined>>

/**
 * The keys of a viewer: anywhere while it has the window to itself, only from inside it on the stage.
 * What the focus is on goes first.
 */
export function useKeys(place: ViewerPlace, inside: RefObject<HTMLElement | null>, keys: Keys): void {
  const onKey = useEffectEvent((event: Event) => {
    if (!(event instanceof KeyboardEvent) || event.defaultPrevented) return
    if (event.ctrlKey || event.metaKey || event.altKey || takesKey(event.target, event.key)) return
    // Another dialog over it has the keys to itself.
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
