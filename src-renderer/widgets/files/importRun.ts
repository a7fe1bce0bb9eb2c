import { create } from 'zustand'
import type { ImportStatus } from '../../../src-preload/contract/types/import.ts'
import type { Problem } from '../../../src-preload/contract/types/problem.ts'
import type { RouteOutput } from '../../../src-preload/contract/routes.ts'
import { bridge } from '../../host/bridge.ts'
import { call } from '../../host/call.ts'
import { problemOf, showProblem } from '../../host/problemOf.ts'
import { t } from '../../i18n/t.ts'
import { problemMessage } from '../../lib/problemMessage.ts'
import { navigate } from '../../router/navigate.ts'
import { toasts } from '../../lib/toasts.ts'
import { storeFile } from './readOpenedFile.ts'

interface RunState {
  /** The import that runs, or whose outcome was not seen yet. */
  run: { cancel: () => void; status: ImportStatus } | undefined
  /** Whether a dialog shows it. */
  isShown: boolean
}

/** The import of this window. It goes on when its dialog is closed. */
export const importRun = create<RunState>(() => ({ run: undefined, isShown: false }))

export const isOver = ({ state }: ImportStatus): boolean => state !== 'listing' && state !== 'running'

/** Forgets an import whose outcome was seen. */
export const closeImport = (): void => importRun.setState({ run: undefined, isShown: false })

/** Hides the dialog of a running import. */
export const hideImport = (): void => importRun.setState({ isShown: false })

const NEW_STATUS: ImportStatus = {
  content: 'files',
  state: 'running',
  source: '',
  files: 0,
  filesDone: 0,
  added: 0,
  duplicates: 0,
  failures: [],
  failureCount: 0,
  problem: null,
}

/** Adds files one after another to the results. */
export async function importFiles(files: readonly File[]): Promise<void> {
  let isCancelled = false
  let status: ImportStatus = { ...NEW_STATUS, files: files.length }
  const change = (part: Partial<ImportStatus>): void => {
    status = { ...status, ...part }
    receive({ cancel: () => (isCancelled = true), status })
  }
  importRun.setState({ isShown: true })
  change({})
  for (const [index, file] of files.entries()) {
    if (isCancelled) break
    try {
      const { isNew } = await importFile(file)
      change(isNew ? { added: status.added + 1 } : { duplicates: status.duplicates + 1 })
    } catch (error) {
      const failure = { name: file.name, problem: problemOf(error) }
      change({ failures: [...status.failures, failure], failureCount: status.failureCount + 1 })
    }
    change({ filesDone: index + 1 })
  }
  change({ state: isCancelled ? 'cancelled' : 'done' })
}

async function importFile(file: File): Promise<{ isNew: boolean }> {
  const { id } = await storeFile(file)
  return call('imports.add', { id })
}

/** Says in a toast what became of a file that was added. */
export function announceImport({ id, isNew, isTrashed }: RouteOutput<'imports.add'>): void {
  const text = t(isNew ? 'opened.added_file' : isTrashed ? 'opened.known_trash' : 'opened.known')
  const place = `gallery/${encodeURIComponent(id)}${isTrashed ? '?view=trash' : ''}`
  toasts.getState().show({ text, action: { label: t('opened.show'), run: () => navigate(place) } })
}

/** Why a file was left out. */
export const importProblemText = (problem: Problem): string =>
  problem.code === 'file_missing' ? t('opened.cannot_read') : problemMessage(problem).summary

/** Imports a folder, for which the desktop asks. */
export async function importFolder(): Promise<void> {
  try {
    const started = await call('imports.folder', undefined)
    if (started.state === 'cancelled') return
    importRun.setState({ isShown: true })
    follow(started.id)
  } catch (error) {
    showProblem(error)
  }
}

/** Keeps the status of an import of the studio current until its end. */
function follow(id: string): void {
  let isLoading = false
  let isOutdated = false
  const load = async (): Promise<void> => {
    isOutdated = true
    if (isLoading) return
    isLoading = true
    while (isOutdated) {
      isOutdated = false
      const status = await call('imports.status', { id }).catch(() => undefined)
      if (status === undefined) continue
      // A studio that was restarted knows nothing of it.
      if (status === null) closeImport()
      else receive({ cancel: () => void call('imports.cancel', { id }).catch(showProblem), status })
      if (status === null || isOver(status)) unsubscribe()
    }
    isLoading = false
  }
  const unsubscribe = bridge().onEvent(({ type }) => {
    if (type === 'imports.changed') void load()
  })
  void load()
}

/** Shows progress; an outcome that no dialog shows is a toast. */
function receive(run: NonNullable<RunState['run']>): void {
  const { isShown } = importRun.getState()
  importRun.setState({ run })
  if (!isOver(run.status) || isShown) return
  const { added, failureCount } = run.status
  const leftOut = failureCount > 0 && t('opened.left_out_toast', { count: failureCount })
  toasts.getState().show({ text: [t('opened.added', { count: added }), leftOut].filter(Boolean).join(', ') })
  if (failureCount === 0) closeImport()
}
