import { Redo2, RotateCcw, Undo2 } from 'lucide-react'
import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import type { RouteOutput } from '../../../../src-preload/contract/routes.ts'
import type { Segment } from '../../../../src-preload/contract/types/text.ts'
import { showProblem } from '../../../host/problemOf.ts'
import { useApiMutation } from '../../../host/useApiMutation.ts'
import { useApiQuery } from '../../../host/useApiQuery.ts'
import { t } from '../../../i18n/t.ts'
import { Chip } from '../../../ui/buttons/Chip.tsx'
import { IconButton } from '../../../ui/buttons/IconButton.tsx'
import { isUnderDialog } from '../../../ui/overlays/Dialog.tsx'
import { type DisplayMode, hasOwnUndo } from '../../../ui/useShortcuts.ts'
import { joinSegments, toLineSegments } from '../../../../src-preload/shared/segments.ts'
import { editCommands } from '../../../../src-preload/shared/keymap/lazyCommands.ts'
import { isPlainText, replaceLines } from './plainText.ts'
import { findCommand } from '../../../lib/keys.ts'
import { useIsUnmounted } from '../../../lib/useIsUnmounted.ts'

type StoredText = RouteOutput<'library.transcript'>

/** Texts that can be restored, the next one last. */
interface Steps {
  past: StoredText[]
  future: StoredText[]
}

/** Maximum length of the undo history, which is lost when the text is closed. */
const MAX_UNDO_STEPS = 100

export interface Transcript {
  data: StoredText | undefined
  error: Error | null
  /** Loads the text again after an error. */
  reload: () => void
  /** Replaces the segments. Returns those that are shown then: each line that was typed in a plain text is one. */
  saveSegments: (segments: Segment[]) => Segment[]
  /** Replaces the text with plain text without segments. */
  saveText: (text: string) => void
  /** Restores the text that the service returned. */
  revert: () => void
  /** Undefined if there is nothing to undo or redo. */
  undo: (() => void) | undefined
  redo: (() => void) | undefined
}

/** The stored text of a result, with optimistic edits, undo and redo. The studio keeps the original separately. */
export function useTranscript(id: string): Transcript {
  const client = useQueryClient()
  const isClosed = useIsUnmounted()
  const key = ['library.transcript', { id }]
  const scope = `text ${id}`
  const isSaving = () => client.isMutating({ predicate: ({ options }) => options.scope?.id === scope }) > 0
  // During a save, an event of an earlier one would replace the text with an outdated one, on which the next edit would build.
  const { data, error, refetch } = useApiQuery('library.transcript', { id }, { enabled: () => !isSaving() })
  const [steps, setSteps] = useState<Steps>({ past: [], future: [] })
  const { past, future } = steps
  const refresh = () => {
    // The text may be closed, and must not show an edit that failed when it is opened again.
    if (!isSaving()) void client.invalidateQueries({ queryKey: key, refetchType: 'all' })
  }
  const refreshAfter = (save: Promise<void>) => void save.then(refresh, refresh)
  const onError = (error: Error) =>
    // Undo and Redo are lost when the text is closed.
    showProblem(
      error,
      [t('media.edit_failed'), !isClosed.current && t('media.edit_kept')].filter(Boolean).join(' '),
    )
  const saving = { onError, scope }
  const save = useApiMutation('library.edit_text', saving)
  /** For Undo and Redo, which may lead back to the original. */
  const saveOriginal = useApiMutation('library.revert_text', saving)
  const restoreOriginal = useApiMutation('library.revert_text', {
    scope,
    onError: (error) => showProblem(error, t('media.revert_failed')),
  })
  const apply = (next: StoredText, stepsOnError: Steps) => {
    // A response in flight is older than the edit.
    void client.cancelQueries({ queryKey: key })
    client.setQueryData<StoredText>(key, next)
    const options = { onError: () => setSteps(stepsOnError) }
    if (!next.edited) return refreshAfter(saveOriginal.mutateAsync({ id }, options))
    // Segments that are the lines of the text are saved as plain text, which preserves blank lines.
    const input = areLines(next) ? { id, text: next.text } : { id, segments: next.segments }
    refreshAfter(save.mutateAsync(input, options))
  }
  const applyEdit = (next: StoredText) => {
    if (!data || isSameText(data, next)) return
    setSteps({ past: [...past, data].slice(-MAX_UNDO_STEPS), future: [] })
    // What was typed must not be lost.
    apply(next, { past, future: [next] })
  }
  /** Returns a function that restores the last entry of `from`; undefined if there is none. */
  const historyStep = (from: StoredText[], updateSteps: (next: StoredText, now: StoredText) => void) => {
    const next = from.at(-1)
    if (!next || !data) return undefined
    return () => {
      updateSteps(next, data)
      apply(next, steps)
    }
  }
  return {
    data,
    error,
    reload: () => void refetch(),
    saveSegments: (segments) => {
      if (!data || !isPlainText(segments)) {
        applyEdit({ segments, text: joinSegments(segments), edited: true })
        return segments
      }
      const text = replaceLines(data.text, data.segments, segments)
      const lines = toLineSegments(text, 'transcript')
      applyEdit({ segments: lines, text, edited: true })
      return lines
    },
    saveText: (text) => applyEdit({ segments: [], text, edited: true }),
    revert: () => {
      if (!data?.edited) return
      setSteps({ past: [...past, data].slice(-MAX_UNDO_STEPS), future: [] })
      refreshAfter(restoreOriginal.mutateAsync({ id }, { onError: () => setSteps(steps) }))
    },
    undo: historyStep(past, (_, now) => setSteps({ past: past.slice(0, -1), future: [...future, now] })),
    redo: historyStep(future, (_, now) => setSteps({ past: [...past, now], future: future.slice(0, -1) })),
  }
}

/** Whether the segments are the lines of the text, as the studio makes them. A corrected recognized text has none until it is saved. */
const areLines = ({ segments, text }: StoredText): boolean =>
  isPlainText(segments) || JSON.stringify(toLineSegments(text, 'transcript')) === JSON.stringify(segments)

const isSameText = (a: StoredText, b: StoredText): boolean =>
  a.text === b.text && JSON.stringify(a.segments) === JSON.stringify(b.segments)

type Props = Pick<Transcript, 'undo' | 'redo' | 'revert'> & {
  /** Whether the stored text differs from the original. */
  isEdited: boolean
}

/** Undo and redo buttons, and a button that restores the original of an edited text. */
export function EditHistoryBar({ isEdited, undo, redo, revert }: Props) {
  return (
    <>
      {(undo ?? redo) && (
        <>
          <IconButton
            label={t('common.undo')}
            command={editCommands.undo}
            icon={<Undo2 aria-hidden />}
            disabled={!undo}
            onClick={undo}
          />
          <IconButton
            label={t('common.redo')}
            command={editCommands.redo}
            icon={<Redo2 aria-hidden />}
            disabled={!redo}
            onClick={redo}
          />
        </>
      )}
      {isEdited && (
        <>
          <Chip tone="accent">{t('media.edited')}</Chip>
          <IconButton label={t('media.revert')} icon={<RotateCcw aria-hidden />} onClick={revert} />
        </>
      )}
    </>
  )
}

/**
 * Keyboard shortcuts of the history, except in text fields, which have their own: Ctrl/Cmd+Z undoes; Ctrl/Cmd+Shift+Z and
 * Ctrl/Cmd+Y redo. They are global in `full` mode, otherwise they work only while the focus is in the viewer.
 */
export function useUndoKeys(
  mode: DisplayMode,
  viewerRef: RefObject<HTMLElement | null>,
  { undo, redo }: Pick<Transcript, 'undo' | 'redo'>,
): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const command = findCommand(editCommands, event)
    if (!command) return
    if (event.defaultPrevented || hasOwnUndo(event.target) || isUnderDialog(viewerRef.current)) return
    if (mode === 'embedded' && !viewerRef.current?.contains(document.activeElement)) return
    if (!undo && !redo) return
    // Also if there is nothing left to undo, because the gallery must not undo something else instead.
    event.preventDefault()
    const run = { undo, redo }[command]
    run?.()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event)
    // In the capture phase, so that it runs before the gallery's listener.
    addEventListener('keydown', listener, { capture: true })
    return () => removeEventListener('keydown', listener, { capture: true })
  }, [])
}
