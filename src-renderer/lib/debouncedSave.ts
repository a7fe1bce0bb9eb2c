/** Pause in changes after which they are saved. */
const DEBOUNCE_MS = 500

export interface DebouncedSave {
  /** Saves after a pause in the calls of this function. */
  schedule: () => void
  /** Saves now what is scheduled, and ends. */
  close: () => void
}

/** Debounces `save`, for settings that change with every key or step of a slider. Saves at once when the window closes. */
export function debouncedSave(save: () => void): DebouncedSave {
  let timer: ReturnType<typeof setTimeout> | undefined
  const flush = (): void => {
    if (timer === undefined) return
    clearTimeout(timer)
    timer = undefined
    save()
  }
  const schedule = (): void => {
    clearTimeout(timer)
    timer = setTimeout(flush, DEBOUNCE_MS)
  }
  addEventListener('pagehide', flush)
  const close = (): void => {
    removeEventListener('pagehide', flush)
    flush()
  }
  return { schedule, close }
}
