import type { BrowserWindow } from 'electron'
import type { Log } from '../../studio/world.ts'

/** A page that dies again so soon after its revival is left alone: it would die for ever. */
const TWICE_WITHIN_MS = 10_000

/** Loads the page again when its process dies: the studio lives elsewhere and has lost nothing. */
export function reviveWindow(window: BrowserWindow, log: Log): void {
  let lastDeath = Number.NEGATIVE_INFINITY
  window.webContents.on('render-process-gone', (_event, { reason, exitCode }) => {
    if (reason === 'clean-exit') return
    log.error('The window died', { reason, exitCode })
    const now = performance.now()
    if (now - lastDeath > TWICE_WITHIN_MS) window.webContents.reload()
    lastDeath = now
  })
}
