/** A pause in which the user doesn't scroll back to what was shown. */
const PAUSE_MS = 30_000
const INPUT_EVENTS = ['pointerdown', 'keydown', 'wheel', 'input'] as const

/**
 * Calls `free` once in each pause of the user. Chromium keeps up to a thousand decoded images that aren't shown, and frees them by itself only
 * when memory runs short.
 */
export function freeMemoryInPauses(page: EventTarget, free: () => void): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const restart = (): void => {
    clearTimeout(timer)
    timer = setTimeout(free, PAUSE_MS)
  }
  for (const type of INPUT_EVENTS) page.addEventListener(type, restart, { capture: true, passive: true })
}
