import { app, dialog } from 'electron'
import type { BrowserWindow } from 'electron'
import { quitQuestion } from './quitQuestion.ts'

export interface Leaving {
  /** The person closed the window or chose Quit: asks when work is open. */
  byPerson: () => void
  /** A signal or the system's end: never asks. */
  bySystem: () => void
}

/** The one way out of Easel: asks if need be, closes the studio, and only then ends. */
export function arrangeLeaving(
  window: BrowserWindow,
  parts: { openJobs: () => number; beforeEnd: () => void; close: () => Promise<void> },
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
    const jobs = parts.openJobs()
    const agreed = jobs === 0 || (await confirm(window, jobs))
    asking = false
    if (agreed) await end()
  }
  const leave: Leaving = { byPerson: () => void ask(), bySystem: () => void end() }

  window.on('close', (event) => {
    if (!leaving) event.preventDefault()
    leave.byPerson()
  })
  app.on('before-quit', (event) => {
    if (!leaving) event.preventDefault()
    leave.byPerson()
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, leave.bySystem)
  return leave
}

async function confirm(window: BrowserWindow, jobs: number): Promise<boolean> {
  const buttons = ['Quit', 'Stay']
  const question = { type: 'question', buttons, defaultId: 0, cancelId: 1, ...quitQuestion(jobs) } as const
  return (await dialog.showMessageBox(window, { ...question, buttons })).response === 0
}
