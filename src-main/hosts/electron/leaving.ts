import { app, dialog } from 'electron'
import type { BrowserWindow } from 'electron'
import { quitQuestion, type OpenWork } from './quitQuestion.ts'

export interface Leaving {
  /** Called when the user quits, or closes a window that can't stay in the tray; asks if work is open. */
  byPerson: () => void
  /** Called for a signal or a shutdown of the system; never asks. */
  bySystem: () => void
}

/** Handles every way to end Easel: goes to the tray while work runs, otherwise asks if needed, closes the studio, then exits. */
export function arrangeLeaving(
  window: BrowserWindow,
  parts: {
    openWork: () => OpenWork
    /** Closes the window and goes on in the tray; false if there is no tray. */
    toTray: () => boolean
    beforeEnd: () => void
    close: () => Promise<void>
  },
): Leaving {
  let asking = false
  let leaving = false

  const end = async (): Promise<void> => {
    if (leaving) return
    leaving = true
    parts.beforeEnd()
    if (!window.isDestroyed()) window.hide()
    await parts.close()
    app.exit(0)
  }
  const ask = async (): Promise<void> => {
    if (asking || leaving) return
    asking = true
    const work = parts.openWork()
    const agreed = !isOpen(work) || (await confirm(window, work))
    asking = false
    if (agreed) await end()
  }
  const leave: Leaving = { byPerson: () => void ask(), bySystem: () => void end() }

  window.on('close', (event) => {
    if (!leaving) event.preventDefault()
    if (leaving || asking || !isOpen(parts.openWork()) || !parts.toTray()) leave.byPerson()
  })
  app.on('before-quit', (event) => {
    if (!leaving) event.preventDefault()
    leave.byPerson()
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, leave.bySystem)
  return leave
}

const isOpen = ({ unsent, sent }: OpenWork): boolean => unsent + sent > 0

async function confirm(window: BrowserWindow, work: OpenWork): Promise<boolean> {
  const buttons = ['Quit Easel', 'Keep running']
  const question = { type: 'question', buttons, defaultId: 0, cancelId: 1, ...quitQuestion(work) } as const
  const options = { ...question, buttons }
  // A dialog of a window in the tray would be hidden with it.
  const answer = window.isVisible() ? dialog.showMessageBox(window, options) : dialog.showMessageBox(options)
  return (await answer).response === 0
}
