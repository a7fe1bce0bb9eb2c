import { create } from 'zustand'
import type { ImportStatus } from '../../../src-preload/contract/types/import.ts'
import type { Problem } from '../../../src-preload/contract/types/problem.ts'
import type { RouteOutput } from '../../../src-preload/contract/routes.ts'
import {
  countImported,
  isImportOver,
  MAX_LISTED_FAILURES,
  newImportStatus,
} from '../../../src-preload/shared/imports.ts'
import { bridge } from '../../host/bridge.ts'
import { call } from '../../host/call.ts'
import { problemOf, showProblem } from '../../host/problemOf.ts'
import { t } from '../../i18n/t.ts'
import { problemMessage } from '../../lib/problemMessage.ts'
import { goTo, navigate } from '../../router/navigate.ts'
import { toasts } from '../../lib/toasts.ts'
import { stopsUploads, storeFile } from '../../host/storeFile.ts'

interface RunState {
  /** The running import, or the last one until its outcome has been seen. */
  run: { cancel: () => void; status: ImportStatus } | undefined
  /** Whether a dialog shows it. */
  isShown: boolean
}

/** The import of this window. It continues when its dialog is closed. */
export const importRun = create<RunState>(() => ({ run: undefined, isShown: false }))

/** Forgets an import whose outcome has been seen. */
export const closeImport = (): void => importRun.setState({ run: undefined, isShown: false })

/** Hides the dialog of a running import. */
export const hideImport = (): void => importRun.setState({ isShown: false })

/** Whether an import is running. If so, a toast refuses another one, because only one can be shown. */
export function refuseWhileImporting(): boolean {
  const { run } = importRun.getState()
  const isRunning = run !== undefined && !isImportOver(run.status)
  if (isRunning) toasts.getState().show({ text: t('imports.busy') })
  return isRunning
}

/** A file to import, opened when its turn comes. */
export interface ImportSource {
  /** Its name, or its path in a dropped folder. */
  name: string
  open: () => File | Promise<File>
}

/** Imports files one after another. */
export const importFiles = (files: readonly File[]): Promise<void> =>
  importSources('', async () => files.map((file) => ({ name: file.name, open: () => file })))

/**
 * Imports files one after another. `list` finds them: it reports how many there are so far and which are left out, and
 * rejects if nothing can be imported. `source` is the name of the dropped folder; empty for several items.
 */
export async function importSources(
  source: string,
  list: (callbacks: ListingCallbacks) => Promise<readonly ImportSource[]>,
): Promise<void> {
  if (refuseWhileImporting()) return
  let isCancelled = false
  let status: ImportStatus = newImportStatus(source)
  const change = (part: Partial<ImportStatus>): void => {
    status = { ...status, ...part }
    receive({ cancel: () => (isCancelled = true), status })
  }
  const leaveOut = (name: string, error: unknown, count = 1): void => {
    const failures = [...status.failures, { name, problem: problemOf(error) }].slice(0, MAX_LISTED_FAILURES)
    change({ failures, failureCount: status.failureCount + count })
  }
  importRun.setState({ isShown: true })
  change({ state: 'listing' })
  try {
    const onFound = (files: number): void => change({ files })
    const sources = await list({ onFound, leaveOut, isCancelled: () => isCancelled })
    change({ state: 'running', files: sources.length })
    for (const { name, open } of sources) {
      if (isCancelled) break
      try {
        const imported = await importFile(await open())
        change(countImported(status, imported))
      } catch (error) {
        // The other files can't be added either.
        if (stopsUploads(problemOf(error))) throw error
        leaveOut(name, error)
        change({ filesDone: status.filesDone + 1 })
      }
    }
    change({ state: isCancelled ? 'cancelled' : 'done' })
  } catch (error) {
    change({ state: 'failed', problem: problemOf(error) })
  }
}

/** Callbacks by which `list` reports its progress and checks for cancellation. */
export interface ListingCallbacks {
  onFound: (files: number) => void
  /** `count`: how many files the first one, `name`, stands for. */
  leaveOut: (name: string, error: unknown, count?: number) => void
  isCancelled: () => boolean
}

async function importFile(file: File): Promise<RouteOutput<'imports.add'>> {
  const { id } = await storeFile(file)
  return call('imports.add', { id })
}

/** Shows in a toast whether an imported file is new, was already in the library or the trash, or was put back. */
export function announceImport({ id, isNew, isTrashed, isRestored }: RouteOutput<'imports.add'>): void {
  const known = isTrashed ? 'imports.known_trash' : isRestored ? 'imports.restored_file' : 'imports.known'
  const text = t(isNew ? 'imports.added_file' : known)
  const place = `gallery/${encodeURIComponent(id)}${isTrashed ? '?view=trash' : ''}`
  toasts.getState().show({ text, action: { label: t('imports.show'), ...goTo(place) } })
}

/** Why a file was left out, or why the import failed. */
export const importProblemText = (problem: Problem): string =>
  problem.code === 'file_missing' ? t('imports.cannot_read') : problemMessage(problem).summary

/** Imports a folder or a library that the user chooses in a system dialog. */
export async function importChosen(route: 'imports.folder' | 'imports.library'): Promise<void> {
  if (refuseWhileImporting()) return
  try {
    const started = await call(route, undefined)
    if (started.state === 'started') followImport(started.id)
  } catch (error) {
    showProblem(error)
  }
}

/** Shows the import that was running when the window was reloaded, if there is one. */
export async function resumeImport(): Promise<void> {
  const running = await call('imports.running', undefined).catch(() => null)
  if (running && !importRun.getState().run) followImport(running.id)
}

/** Shows an import that runs in the studio. */
export function followImport(id: string): void {
  importRun.setState({ isShown: true })
  follow(id)
}

/** Keeps the status of an import that runs in the studio current until its end. */
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
      // A restarted studio doesn't know the import.
      if (status === null) closeImport()
      else receive({ cancel: () => void call('imports.cancel', { id }).catch(showProblem), status })
      if (status === null || isImportOver(status)) unsubscribe()
    }
    isLoading = false
  }
  const unsubscribe = bridge().onEvent(({ type }) => {
    if (type === 'imports.changed') void load()
  })
  void load()
}

/** Shows the progress; an outcome that no dialog shows is reported in a toast. */
function receive(run: NonNullable<RunState['run']>): void {
  const { isShown } = importRun.getState()
  importRun.setState({ run })
  if (!isImportOver(run.status) || isShown) return
  announce(run.status)
  if (run.status.failureCount === 0 && run.status.problem === null) closeImport()
}

/** Reports the outcome of an import that no dialog shows. */
function announce(status: ImportStatus): void {
  const { state, content, added, trashed, failureCount, problem } = status
  const { show } = toasts.getState()
  if (state === 'cancelled') show({ text: t('imports.cancelled') })
  else if (problem) show({ text: `${t('imports.failed')}. ${importProblemText(problem)}`, tone: 'error' })
  else {
    const leftOut = failureCount > 0 && t('imports.left_out_toast', { count: failureCount })
    const addedText = t(content === 'library' ? 'imports.added_results' : 'imports.added', { count: added })
    const text = [addedText, ...restoredAndTrashed(status), leftOut].filter(Boolean).join(', ')
    show({ text, ...(trashed > 0 && { action: { label: t('imports.show_trash'), ...goTo(TRASH_PATH) } }) })
  }
}

/** How many files were put back, and how many results are in the trash, if there are any. */
export const restoredAndTrashed = ({ restored, trashed }: ImportStatus): string[] => [
  ...(restored > 0 ? [t('imports.restored', { count: restored })] : []),
  ...(trashed > 0 ? [t('imports.trashed', { count: trashed })] : []),
]

export const showTrash = (): void => navigate(TRASH_PATH)

const TRASH_PATH = 'gallery?view=trash'
