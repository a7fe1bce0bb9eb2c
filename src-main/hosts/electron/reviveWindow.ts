import type { BrowserWindow } from 'electron'
import type { Log } from '../../studio/world.ts'

/** A page that crashes again this soon after a reload is not reloaded. */
const MIN_INTERVAL_MS = 10_000

/** Reloads the page when its process crashes; the studio runs in another process and loses nothing. */
export function reviveWindow(window: BrowserWindow, log: Log): void {
  let lastCrash = Number.NEGATIVE_INFINITY
  window.webContents.on('render-process-gone', (_event, { reason, exitCode }) => {
    if (reason === 'clean-exit') return
    log.error('The window crashed', { reason, exitCode })
    const crashedAt = performance.now()
    if (crashedAt - lastCrash > MIN_INTERVAL_MS) window.webContents.reload()
    lastCrash = crashedAt
  })
}
