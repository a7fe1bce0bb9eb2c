import { app, dialog } from 'electron'
import type { BrowserWindow } from 'electron'
import { quitQuestion, type OpenWork } from './quitQuestion.ts'

export interface Leaving {
  /** The user chose Quit, or closed a window that can't stay in the tray: asks when work is open. */
  byPerson: () => void
  /** A signal or the system's end: never asks. */
  bySystem: () => void
}

/** The one way out of Easel: into the tray with work in progress, else asks if need be, closes the studio, and only then ends. */
export function arrangeLeaving(
  window: BrowserWindow,
  parts: {
    openWork: () => OpenWork
    /** Closes the window but goes on in the tray; false where that can't be. */
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
  // A question of a window in the tray would be as hidden as the window.
  const answer = window.isVisible() ? dialog.showMessageBox(window, options) : dialog.showMessageBox(options)
  return (await answer).response === 0
}
