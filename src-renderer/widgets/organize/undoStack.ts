import { type RefObject, useEffect } from 'react'
import { t } from '../../i18n/t.ts'
import { toasts } from '../../lib/toasts.ts'
import { isUnderDialog } from '../../ui/overlays/Dialog.tsx'
import { hasOwnUndo } from '../../ui/useShortcuts.ts'
import { galleryCommands } from '../../../src-preload/shared/keymap/lazyCommands.ts'
import { findCommand } from '../../lib/keys.ts'
import { isGone, type Unchanged } from './cachedAssets.ts'

/** A completed change to results. */
export interface Change {
  /** What was done, for example "Moved 3 to trash". */
  text: string
  /** What undoing it did, for example "Restored 3 results"; without it, the text with "Undone". */
  undoneText?: string
  /** Whether a toast with the text and a button to undo it is shown. Undoing always shows a toast. */
  showsToast: boolean
  /** A new toast with the same key replaces it. */
  toastKey?: string
  /** Undoes the change exactly. Shows its own problems, and returns whether it succeeded, or what remains to be undone. */
  undo: () => Promise<UndoOutcome>
}

export type UndoOutcome = boolean | Remainder

/** What remains of a change that wasn't undone completely. */
interface Remainder {
  /** Number of results for which the change was undone, and number of those for which it wasn't. */
  undone: number
  left: number
  /** Undefined if nothing that remains can be undone. */
  undo?: Change['undo'] | undefined
}

/** The outcome of an undo that failed with this error, which the caller shows. */
export const failedUndo = (error: unknown): UndoOutcome => isGone(error) && { undone: 0, left: 0 }

interface Entry {
  /** False or undefined if nothing was changed. */
  change: Promise<Change | undefined | false>
  toast: number | undefined
}

/** Older changes can't be undone. */
const MAX_ENTRIES = 100
/**
 * The changes that can be undone, the latest one last. A running change is included, so that it can be undone at once.
 */
let entries: Entry[] = []

/** Makes a running change undoable, by its toast and by Ctrl+Z. The caller shows its problems. */
export async function makeUndoable(change: Promise<Change | undefined | false>): Promise<void> {
  const entry: Entry = { change, toast: undefined }
  entries = [...entries, entry].slice(-MAX_ENTRIES)
  const made = await change
  if (!made) entries = entries.filter((other) => other !== entry)
  // It may have been undone meanwhile.
  else if (made.showsToast && entries.includes(entry)) offerUndo(entry, made)
}

function offerUndo(entry: Entry, { text, toastKey }: Pick<Change, 'text' | 'toastKey'>): void {
  entry.toast = toasts.getState().show({
    text,
    ...(toastKey !== undefined && { key: toastKey }),
    action: { label: t('common.undo'), run: () => void undoEntry(entry) },
  })
}

/**
 * Returns a function that undoes a change to groups of results. `run` undoes it for one group and returns the results
 * for which that failed. Groups after a failure are not tried, unless what the change was made to is gone.
 */
export function undoGroups<G extends { ids: readonly string[] }>(
  groups: readonly G[],
  run: (group: G) => Promise<Unchanged>,
): Change['undo'] {
  return async () => {
    const remaining: G[] = []
    const lost: Pick<G, 'ids'>[] = []
    for (const group of groups) {
      const { rest, gone } = remaining.length > 0 ? { rest: group.ids, gone: [] } : await run(group)
      if (rest.length > 0) remaining.push({ ...group, ids: rest })
      lost.push({ ids: gone })
    }
    const left = countResults([...remaining, ...lost])
    if (left === 0) return true
    const undone = countResults(groups) - left
    return { undone, left, undo: remaining.length > 0 ? undoGroups(remaining, run) : undefined }
  }
}

export const countResults = (groups: readonly { ids: readonly string[] }[]): number =>
  new Set(groups.flatMap(({ ids }) => ids)).size

/** Undoes the latest change that is not undone yet, if there is one. */
export async function undoLast(): Promise<void> {
  const last = entries.at(-1)
  if (last) await undoEntry(last)
}

/** The last requested undo. The next one waits for it, because both may affect the same results. */
let lastUndo: Promise<void> = Promise.resolve()

/** Forgets all changes, for tests. */
export const clearUndoStack = (): void => {
  entries = []
}

async function undoEntry(entry: Entry): Promise<void> {
  if (!entries.includes(entry)) return
  entries = entries.filter((other) => other !== entry)
  const running = lastUndo.then(() => undoRemoved(entry))
  lastUndo = running.catch(() => undefined)
  await running
}

async function undoRemoved(entry: Entry): Promise<void> {
  const change = await entry.change
  if (entry.toast !== undefined) toasts.getState().dismiss(entry.toast)
  if (!change) return
  const outcome = await change.undo()
  if (outcome === true)
    return void toasts
      .getState()
      .show({ text: change.undoneText ?? t('organize.undone', { what: change.text }), key: 'undone' })
  const { undone, left, undo } = outcome || { undone: 0, left: 0, undo: change.undo }
  const text =
    undone > 0
      ? t('organize.undone_partly', { count: undone, left: left.toLocaleString('en') })
      : t('organize.not_undone', { what: change.text })
  // If it can never be undone, it must not stay in front of the earlier changes.
  if (!undo) return void toasts.getState().show({ text })
  // The part that could not be undone stays undoable.
  const { undoneText: _, ...rest } = change
  const remaining: Entry = { change: Promise.resolve({ ...rest, undo }), toast: undefined }
  entries = [...entries, remaining]
  offerUndo(remaining, { ...change, text })
}

/**
 * Ctrl+Z undoes the latest change to results, unless the focus is in a text field or an editor, or a modal is open. A
 * modal that changes results calls this itself, with an element in it.
 */
export function useUndoKey(inModal?: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (findCommand(galleryCommands, event) !== 'undo') return
      if (event.defaultPrevented || hasOwnUndo(event.target)) return
      if (isUnderDialog(inModal?.current)) return
      // Otherwise the browser would undo typing in a field that lost the focus.
      event.preventDefault()
      void undoLast()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [inModal])
}
