import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { RouteOutput } from '../../../../src-preload/contract/routes.ts'
import type { Segment } from '../../../../src-preload/contract/types/text.ts'
import { useApiMutation } from '../../../host/useApiMutation.ts'
import { useApiQuery } from '../../../host/useApiQuery.ts'

type StoredText = RouteOutput<'library.transcript'>

/** Length of the undo history, which lasts while the text is open. */
const MAX_UNDO_STEPS = 100

export interface Transcript {
  data: StoredText | undefined
  error: Error | null
  /** Saves new segments. */
  saveSegments: (segments: Segment[]) => void
  /** Saves a new plain text. */
  saveText: (text: string) => void
  /** Restores the text that the service returned. */
  revert: () => void
  /** Undefined if there is nothing to undo or redo. */
  undo: (() => void) | undefined
  redo: (() => void) | undefined
}

/** A transcript with optimistic edits, undo and redo; the original is stored separately. */
export function useTranscript(id: string): Transcript {
  const client = useQueryClient()
  const key = ['library.transcript', { id }]
  const scope = `text ${id}`
  const { data, error } = useApiQuery('library.transcript', { id })
  const [{ past, future }, setSteps] = useState<{ past: StoredText[]; future: StoredText[] }>({
    past: [],
    future: [],
  })
  const refresh = () => {
    // Pending saves are newer than what the query would return now.
    const pendingSaves = client.isMutating({ predicate: ({ options }) => options.scope?.id === scope })
    if (pendingSaves <= 1) void client.invalidateQueries({ queryKey: key })
  }
  const save = useApiMutation('library.edit_text', { onDone: refresh, scope })
  const revertText = useApiMutation('library.revert_text', { onDone: refresh, scope })
  const apply = (next: StoredText) => {
    client.setQueryData<StoredText>(key, next)
    if (!next.edited) return revertText.mutate({ id }, { onError: refresh })
    // Segments without times are saved as plain text, which preserves blank lines.
    const isPlainText = next.segments.every(({ start, speaker }) => start === null && speaker === null)
    save.mutate(isPlainText ? { id, text: next.text } : { id, segments: next.segments }, { onError: refresh })
  }
  const applyEdit = (next: StoredText) => {
    if (!data || isSameText(data, next)) return
    setSteps({ past: [...past, data].slice(-MAX_UNDO_STEPS), future: [] })
    apply(next)
  }
  const historyStep = (from: StoredText[], updateSteps: (next: StoredText, now: StoredText) => void) => {
    const next = from.at(-1)
    if (!next || !data) return undefined
    return () => {
      updateSteps(next, data)
      apply(next)
    }
  }
  return {
    data,
    error,
    saveSegments: (segments) => applyEdit({ segments, text: joinTexts(segments), edited: true }),
    saveText: (text) => applyEdit({ segments: [], text, edited: true }),
    revert: () => {
      if (!data?.edited) return
      setSteps({ past: [...past, data].slice(-MAX_UNDO_STEPS), future: [] })
      revertText.mutate({ id })
    },
    undo: historyStep(past, (_, now) => setSteps({ past: past.slice(0, -1), future: [...future, now] })),
    redo: historyStep(future, (_, now) => setSteps({ past: [...past, now], future: future.slice(0, -1) })),
  }
}

const joinTexts = (segments: readonly Segment[]): string =>
  segments.map(({ text }) => text).join(segments.some(({ start }) => start !== null) ? ' ' : '\n')

const isSameText = (a: StoredText, b: StoredText): boolean =>
  a.text === b.text && JSON.stringify(a.segments) === JSON.stringify(b.segments)
