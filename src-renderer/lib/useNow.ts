import { useSyncExternalStore } from 'react'

const SECOND = 1000
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

/** One timer for all rows with a duration; none while no row is shown. */
const subscribe = (onTick: () => void) => {
  listeners.add(onTick)
  timer ??= setInterval(() => {
    for (const listener of listeners) listener()
  }, SECOND)
  return () => {
    listeners.delete(onTick)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}
const neverUpdates = () => () => undefined
const currentSecond = (): number => Math.floor(Date.now() / SECOND) * SECOND

/** The current time in whole seconds. It updates every second while `isTicking`, otherwise only with the caller's next render. */
export const useNow = ({ isTicking }: { isTicking: boolean }): number =>
  useSyncExternalStore(isTicking ? subscribe : neverUpdates, currentSecond)
