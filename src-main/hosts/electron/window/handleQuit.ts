import { app, dialog, type BrowserWindow } from 'electron'
import { formatQuitQuestion, type OpenJobCounts } from './quitQuestion.ts'

/**
 * Handles every way to quit. Closing the window while jobs are open hides it in the tray, if that is possible. Otherwise Easel asks for
 * confirmation while jobs are open, closes the studio and exits. A signal exits without asking.
 */
export function handleQuit(
  window: BrowserWindow,
  options: {
    countOpenJobs: () => OpenJobCounts
    /** Hides the window and shows the tray icon; false if there is no tray or the user disabled this. */
    hideToTray: () => boolean
    beforeQuit: () => void
    close: () => Promise<void>
  },
): void {
  let isAsking = false
  let isQuitting = false

  const quit = async (): Promise<void> => {
    if (isQuitting) return
    isQuitting = true
    options.beforeQuit()
    if (!window.isDestroyed()) window.hide()
    await options.close()
    app.exit(0)
  }
  const confirmAndQuit = async (): Promise<void> => {
    if (isAsking || isQuitting) return
    isAsking = true
    const counts = options.countOpenJobs()
    const isConfirmed = !hasOpenJobs(counts) || (await confirm(window, counts))
    isAsking = false
    if (isConfirmed) await quit()
  }

  window.on('close', (event) => {
    if (!isQuitting) event.preventDefault()
    if (isQuitting || isAsking || !hasOpenJobs(options.countOpenJobs()) || !options.hideToTray())
      void confirmAndQuit()
  })
  app.on('before-quit', (event) => {
    if (!isQuitting) event.preventDefault()
    void confirmAndQuit()
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void quit())
}

const hasOpenJobs = ({ unsent, sent }: OpenJobCounts): boolean => unsent + sent > 0

/** Asks whether to quit; true if the user confirms it. */
async function confirm(window: BrowserWindow, counts: OpenJobCounts): Promise<boolean> {
  const buttons = ['Quit Easel', 'Keep running']
  const question = {
    type: 'question',
    buttons,
    defaultId: 0,
    cancelId: 1,
    ...formatQuitQuestion(counts),
  } as const
  const options = { ...question, buttons }
  // A dialog of a window in the tray would be hidden with it.
  const result = window.isVisible() ? dialog.showMessageBox(window, options) : dialog.showMessageBox(options)
  return (await result).response === 0
}
