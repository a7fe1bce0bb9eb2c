import { useSyncExternalStore } from 'react'

const SECOND = 1000
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

/** One timer for all rows with a duration; none while no row is shown. */
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
const neverUpdates = () => () => undefined
const now = (): number => Math.floor(Date.now() / SECOND) * SECOND

/** The current time in whole seconds, updated every second while `running`. */
export const useNow = (running: boolean): number => useSyncExternalStore(running ? tick : neverUpdates, now)
