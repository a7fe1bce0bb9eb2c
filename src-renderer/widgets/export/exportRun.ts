import { create } from 'zustand'
import type { ExportOptions, ExportStatus } from '../../../src-preload/contract/types/export.ts'
import { bridge } from '../../host/bridge.ts'
import { call, saveFile } from '../../host/call.ts'
import { t } from '../../i18n/t.ts'
import { problemMessage } from '../../lib/problemMessage.ts'
import { toasts } from '../../lib/toasts.ts'

interface RunState {
  /** The running export, or the last one until its outcome has been seen. */
  run: { id: string; as: ExportOptions['as']; status: ExportStatus | null } | undefined
  /** Whether a dialog shows it. */
  isShown: boolean
}

/** The export of this window. It continues when its dialog is closed. */
export const exportRun = create<RunState>(() => ({ run: undefined, isShown: false }))

export const isOver = (status: ExportStatus | null): boolean =>
  status !== null && status.state !== 'waiting' && status.state !== 'running'

/** From 0 to 100; null while it is unknown. */
export const percentOf = ({ state, bytes, bytesDone }: ExportStatus): number | null =>
  state === 'running' && bytes > 0 ? Math.min(100, (bytesDone / bytes) * 100) : null

/** Follows the export that was running when the window was reloaded, if there is one. */
export async function resumeExport(): Promise<void> {
  const running = await call('exports.running', undefined).catch(() => null)
  if (!running || exportRun.getState().run) return
  exportRun.setState({ run: running })
  follow(running.id)
}

/** Starts an export; a desktop host asks the user for the destination first. Throws StudioError. */
export async function startExport(ids: readonly string[], options: ExportOptions): Promise<void> {
  const started = await call('exports.start', { ids: [...ids], options })
  if (started.state === 'cancelled') return
  const { id } = started
  exportRun.setState({ run: { id, as: options.as, status: null } })
  follow(id)
  if (started.state !== 'download') return
  // The export is written into the download, so it can't run without one.
  if ((await saveFile('export', id, started.fileName)) === null) await call('exports.cancel', { id })
}

/** Forgets an export whose outcome has been seen. */
export const closeExport = (): void => exportRun.setState({ run: undefined })

/** Keeps the status of an export current until its end. */
function follow(id: string): void {
  let isLoading = false
  let isOutdated = false
  const load = async (): Promise<void> => {
    isOutdated = true
    if (isLoading) return
    isLoading = true
    while (isOutdated) {
      isOutdated = false
      const status = await call('exports.status', { id }).catch(() => undefined)
      if (status !== undefined) receive(status)
    }
    isLoading = false
  }
  const receive = (status: ExportStatus | null): void => {
    const { run, isShown } = exportRun.getState()
    if (run?.id !== id || isOver(run.status)) return
    // A restarted studio doesn't know the export.
    if (status === null) return end(() => exportRun.setState({ run: undefined }))
    exportRun.setState({ run: { ...run, status } })
    if (!isOver(status)) return
    end(() => {
      if (isShown) return
      announce(status)
      if (status.failureCount === 0) closeExport()
    })
  }
  const end = (then: () => void): void => {
    unsubscribe()
    then()
  }
  const unsubscribe = bridge().onEvent(({ type }) => {
    if (type === 'exports.changed') void load()
  })
  void load()
}

/** Reports the outcome of an export that no dialog shows. */
function announce({ state, filesDone, failureCount, changed, problem, target }: ExportStatus): void {
  const show = toasts.getState().show
  if (state === 'cancelled') show({ text: t('exporting.cancelled') })
  else if (problem)
    show({ text: `${t('exporting.failed')}. ${problemMessage(problem).summary}`, tone: 'error' })
  else {
    const done = t('exporting.done', { count: filesDone - failureCount, target })
    const leftOut = failureCount > 0 && t('exporting.left_out_toast', { count: failureCount })
    const changedText = changed > 0 && t('exporting.changed_toast', { count: changed })
    show({ text: [done, leftOut, changedText].filter(Boolean).join(', ') })
  }
}
