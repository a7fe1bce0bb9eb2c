import { setTimeout } from 'node:timers/promises'
import { app, dialog, type BrowserWindow, type MessageBoxOptions, type MessageBoxReturnValue } from 'electron'
import type { Log } from '../../../studio/world.ts'
import type { LibrariesHost, RestartReason } from '../../shared/libraries/createLibrariesHandlers.ts'
import { formatQuitQuestion, formatRestartQuestion, type OpenJobCounts } from './quitQuestion.ts'
import { keepArguments } from './keepArguments.ts'

/**
 * Handles every way to quit. Closing the window while jobs are open hides it in the tray, if that is possible. Otherwise Easel asks for
 * confirmation while jobs are open, closes the studio and exits. A signal exits without asking. Returns how to restart and how to quit
 * Easel; both resolve with false if the user keeps it running.
 */
export function handleQuit(
  window: BrowserWindow,
  options: {
    countOpenJobs: () => OpenJobCounts
    /** Hides the window and shows the tray icon; false if there is no tray or the user disabled this. */
    hideToTray: () => boolean
    beforeQuit: () => void
    close: () => Promise<void>
    exit: () => void
    log: Log
  },
): { restart: LibrariesHost['restart']; confirmAndQuit: () => Promise<boolean> } {
  let isAsking = false
  let isQuitting = false

  const countOpenJobs = (): OpenJobCounts => {
    try {
      return options.countOpenJobs()
    } catch (error) {
      // A library that can't be read doesn't keep the user from quitting.
      options.log.error('The open jobs could not be counted', { error })
      return { unsent: 0, sent: 0 }
    }
  }
  const ask = async (...question: Parameters<typeof confirm>): Promise<boolean> => {
    isAsking = true
    try {
      return await confirm(...question)
    } finally {
      isAsking = false
    }
  }
  const quit = async (beforeExit = async (): Promise<void> => {}): Promise<void> => {
    if (isQuitting) return
    isQuitting = true
    options.beforeQuit()
    if (!window.isDestroyed()) {
      window.hide()
      await saveWindowState(window)
    }
    await options.close()
    await beforeExit()
    options.exit()
  }
  const confirmAndQuit = async (): Promise<boolean> => {
    if (isAsking || isQuitting) return isQuitting
    const counts = countOpenJobs()
    if (hasOpenJobs(counts) && !(await ask(window, QUIT_BUTTONS, formatQuitQuestion(counts)))) return false
    await quit()
    return true
  }

  window.on('close', (event) => {
    event.preventDefault()
    if (isQuitting || isAsking || !hasOpenJobs(countOpenJobs()) || !options.hideToTray())
      void confirmAndQuit()
  })
  app.on('before-quit', (event) => {
    // `quit` exits once the studio is closed, also if the user quits again meanwhile.
    event.preventDefault()
    void confirmAndQuit()
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void quit())

  const restart: LibrariesHost['restart'] = async (reason, prepare) => {
    if (isAsking || isQuitting) return false
    const question = formatRestartQuestion(reason, countOpenJobs())
    if (!(await ask(window, RESTART_BUTTONS, question))) return false
    // Deferred, so that the window gets its response before it is closed.
    setImmediate(
      () =>
        void quit(() =>
          prepare().then(
            () => relaunch(),
            () => explainAndRelaunch(reason.kind),
          ),
        ),
    )
    return true
  }
  return { restart, confirmAndQuit }
}

/** Maximum time that quitting waits for the window. */
const MAX_SAVE_MS = 1000

/** Flushes the window's debounced saves, because its page unloads only after the studio has closed. */
async function saveWindowState({ webContents }: BrowserWindow): Promise<void> {
  const saved = webContents.executeJavaScript(`dispatchEvent(new Event('pagehide'))`).catch(() => undefined)
  await Promise.race([saved, setTimeout(MAX_SAVE_MS)])
}

/** Called if the restart couldn't be prepared: tells the user and starts again with the same library. */
async function explainAndRelaunch(kind: RestartReason['kind']): Promise<void> {
  dialog.showErrorBox(
    kind === 'move' ? 'Easel couldn’t move the library' : 'Easel couldn’t open another library',
    'Easel couldn’t write to the folder of the library or of its settings. It starts with the library that was open. Nothing was lost.',
  )
  relaunch({ isUnchanged: true })
}

const QUIT_BUTTONS = ['Quit Easel', 'Keep running']
const RESTART_BUTTONS = ['Restart Easel', 'Cancel']

const hasOpenJobs = ({ unsent, sent }: OpenJobCounts): boolean => unsent + sent > 0

/** Asks a question; true if the user chooses the first button. */
async function confirm(
  window: BrowserWindow,
  buttons: string[],
  text: { message: string; detail: string },
): Promise<boolean> {
  const options = { type: 'question', buttons, defaultId: 0, cancelId: 1, ...text } as const
  return (await showMessageBox(window, options)).response === 0
}

/** Shows a dialog of the window. One that belongs to a window hidden in the tray would be hidden too. */
export const showMessageBox = (
  window: BrowserWindow,
  options: MessageBoxOptions,
): Promise<MessageBoxReturnValue> =>
  window.isVisible() ? dialog.showMessageBox(window, options) : dialog.showMessageBox(options)

/** Starts Easel again when this process has ended: with the first library of the list or, with `isUnchanged`, with the same library as now. */
export function relaunch({ isUnchanged = false } = {}): void {
  const args = keepArguments(process.argv.slice(1), { keepsData: isUnchanged })
  // An AppImage is unpacked to a folder that is deleted when this process ends.
  const image = process.env['APPIMAGE']
  app.relaunch({ args, ...(image && { execPath: image }) })
}
