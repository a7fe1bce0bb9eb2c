import { app, dialog, type BrowserWindow } from 'electron'
import { formatQuitQuestion, type OpenJobCounts } from './quitQuestion.ts'

/** Handles every way to quit: hides in the tray while jobs are open, otherwise asks for confirmation if needed, closes the studio and exits. */
export function handleQuit(
  window: BrowserWindow,
  options: {
    openWork: () => OpenJobCounts
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
    const work = options.openWork()
    const isConfirmed = !hasOpenJobs(work) || (await confirm(window, work))
    isAsking = false
    if (isConfirmed) await quit()
  }

  window.on('close', (event) => {
    if (!isQuitting) event.preventDefault()
    if (isQuitting || isAsking || !hasOpenJobs(options.openWork()) || !options.hideToTray())
      void confirmAndQuit()
  })
  app.on('before-quit', (event) => {
    if (!isQuitting) event.preventDefault()
    void confirmAndQuit()
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void quit())
}

const hasOpenJobs = ({ unsent, sent }: OpenJobCounts): boolean => unsent + sent > 0

async function confirm(window: BrowserWindow, work: OpenJobCounts): Promise<boolean> {
  const buttons = ['Quit Easel', 'Keep running']
  const question = {
    type: 'question',
    buttons,
    defaultId: 0,
    cancelId: 1,
    ...formatQuitQuestion(work),
  } as const
  const options = { ...question, buttons }
  // A dialog of a window in the tray would be hidden with it.
  const result = window.isVisible() ? dialog.showMessageBox(window, options) : dialog.showMessageBox(options)
  return (await result).response === 0
}
