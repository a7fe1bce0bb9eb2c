import type { MessageBoxOptions, RenderProcessGoneDetails } from 'electron'
import type { Log } from '../../../studio/world.ts'

/** Before a page that crashes again this soon after a reload is reloaded again, the user is asked. */
const MIN_RELOAD_INTERVAL_MS = 10_000

/** The members of `WebContents` that are used here. */
interface Page {
  on: (
    event: 'render-process-gone',
    run: (event: unknown, details: Pick<RenderProcessGoneDetails, 'reason' | 'exitCode'>) => void,
  ) => unknown
  reload: () => void
}

interface Options {
  showMessageBox: (options: MessageBoxOptions) => Promise<{ response: number }>
  /** Quits Easel; false if the user keeps it running. */
  confirmAndQuit: () => Promise<boolean>
  log: Log
}

/**
 * Reloads the page when its process crashes; the studio runs in another process and loses nothing. If the page crashes again soon, a dialog
 * offers to reload it or to quit, because the window is blank.
 */
export function reloadAfterCrash(page: Page, { showMessageBox, confirmAndQuit, log }: Options): void {
  let reloadedAt = Number.NEGATIVE_INFINITY
  const reload = (): void => {
    reloadedAt = performance.now()
    page.reload()
  }
  const ask = async (): Promise<void> => {
    const { response } = await showMessageBox(QUESTION)
    if (response === RELOAD) reload()
    else if (!(await confirmAndQuit())) await ask()
  }
  page.on('render-process-gone', (_event, { reason, exitCode }) => {
    if (reason === 'clean-exit') return
    log.error('The window crashed', { reason, exitCode })
    if (performance.now() - reloadedAt > MIN_RELOAD_INTERVAL_MS) reload()
    else ask().catch((error: unknown) => log.error('The crash of the window could not be shown', { error }))
  })
}

const RELOAD = 0
const QUESTION: MessageBoxOptions = {
  type: 'error',
  buttons: ['Reload', 'Quit Easel'],
  defaultId: RELOAD,
  cancelId: RELOAD,
  message: 'Easel’s window keeps crashing.',
  detail: 'Your jobs keep running, and no results are lost. Reload the window, or quit Easel.',
}
