import { useSyncExternalStore } from 'react'

const SECOND = 1000
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

/** One timer for the whole window, however many rows show how long they take; none while nobody looks. */
const tick = (listener: () => void) => {
  listeners.add(listener)
  timer ??= setInterval(() => {
    for (const each of listeners) each()
  }, SECOND)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}
const stand = () => () => undefined
const now = (): number => Math.floor(Date.now() / SECOND) * SECOND

/** The time in whole seconds, moving once a second while `running`. */
export const useNow = (running: boolean): number => useSyncExternalStore(running ? tick : stand, now)
