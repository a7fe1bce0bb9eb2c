import { app, dialog, type BrowserWindow } from 'electron'
import { quitQuestion, type OpenWork } from './quitQuestion.ts'

export interface Quitting {
  /** Called when the user quits, or closes a window that can't stay in the tray; asks if work is open. */
  byUser: () => void
  /** Called for a signal or a shutdown of the system, without a confirmation. */
  bySystem: () => void
}

/** Handles every way to quit: stays in the tray while work runs, otherwise asks for confirmation if needed, closes the studio and exits. */
export function handleQuit(
  window: BrowserWindow,
  options: {
    openWork: () => OpenWork
    /** Closes the window and continues in the tray; false if there is no tray. */
    toTray: () => boolean
    beforeEnd: () => void
    close: () => Promise<void>
  },
): Quitting {
  let isAsking = false
  let isQuitting = false

  const end = async (): Promise<void> => {
    if (isQuitting) return
    isQuitting = true
    options.beforeEnd()
    if (!window.isDestroyed()) window.hide()
    await options.close()
    app.exit(0)
  }
  const confirmAndEnd = async (): Promise<void> => {
    if (isAsking || isQuitting) return
    isAsking = true
    const work = options.openWork()
    const isConfirmed = !isOpen(work) || (await confirm(window, work))
    isAsking = false
    if (isConfirmed) await end()
  }
  const quitting: Quitting = { byUser: () => void confirmAndEnd(), bySystem: () => void end() }

  window.on('close', (event) => {
    if (!isQuitting) event.preventDefault()
    if (isQuitting || isAsking || !isOpen(options.openWork()) || !options.toTray()) quitting.byUser()
  })
  app.on('before-quit', (event) => {
    if (!isQuitting) event.preventDefault()
    quitting.byUser()
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, quitting.bySystem)
  return quitting
}

const isOpen = ({ unsent, sent }: OpenWork): boolean => unsent + sent > 0

async function confirm(window: BrowserWindow, work: OpenWork): Promise<boolean> {
  const buttons = ['Quit Easel', 'Keep running']
  const question = { type: 'question', buttons, defaultId: 0, cancelId: 1, ...quitQuestion(work) } as const
  const options = { ...question, buttons }
  // A dialog of a window in the tray would be hidden with it.
  const result = window.isVisible() ? dialog.showMessageBox(window, options) : dialog.showMessageBox(options)
  return (await result).response === 0
}
