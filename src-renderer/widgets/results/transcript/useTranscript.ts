import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { RouteOutput } from '../../../../src-preload/contract/routes.ts'
import type { Segment } from '../../../../src-preload/contract/types/text.ts'
import { useAct } from '../../../host/useAct.ts'
import { useRoute } from '../../../host/useRoute.ts'

type Shown = RouteOutput<'library.transcript'>

/** Steps back are kept while the text is open. */
const MOST = 100

export interface TranscriptOf {
  data: Shown | undefined
  error: Error | null
  /** Keeps another version of all segments. */
  change: (segments: Segment[]) => void
  /** Keeps another version of a text that is one piece. */
  write: (text: string) => void
  /** Back to what the service gave. */
  revert: () => void
  /** Undefined: there is nothing to take back, or to do once more. */
  undo: (() => void) | undefined
  redo: (() => void) | undefined
}

/** A transcript with its edits: shown at once, kept beside the original, each step and all of them can be taken back. */
export function useTranscript(id: string): TranscriptOf {
  const client = useQueryClient()
  const key = ['library.transcript', { id }]
  const scope = `text ${id}`
  const { data, error } = useRoute('library.transcript', { id })
  const [{ past, future }, setSteps] = useState<{ past: Shown[]; future: Shown[] }>({ past: [], future: [] })
  const refresh = () => {
    // What is still to be kept is newer than what would be read now.
    const waiting = client.isMutating({ predicate: ({ options }) => options.scope?.id === scope })
    if (waiting <= 1) void client.invalidateQueries({ queryKey: key })
  }
  const save = useAct('library.edit_text', { onDone: refresh, scope })
  const back = useAct('library.revert_text', { onDone: refresh, scope })
  const show = (next: Shown) => {
    client.setQueryData<Shown>(key, next)
    if (!next.edited) return back.mutate({ id }, { onError: refresh })
    // Lines without times are a text: blank lines between them stay.
    const plain = next.segments.every(({ start, speaker }) => start === null && speaker === null)
    save.mutate(plain ? { id, text: next.text } : { id, segments: next.segments }, { onError: refresh })
  }
  const keep = (next: Shown) => {
    if (!data || same(data, next)) return
    setSteps({ past: [...past, data].slice(-MOST), future: [] })
    show(next)
  }
  const step = (from: Shown[], turn: (next: Shown, now: Shown) => void) => {
    const next = from.at(-1)
    if (!next || !data) return undefined
    return () => {
      turn(next, data)
      show(next)
    }
  }
  return {
    data,
    error,
    change: (segments) => keep({ segments, text: joined(segments), edited: true }),
    write: (text) => keep({ segments: [], text, edited: true }),
    revert: () => {
      if (!data?.edited) return
      setSteps({ past: [...past, data].slice(-MOST), future: [] })
      back.mutate({ id })
    },
    undo: step(past, (_, now) => setSteps({ past: past.slice(0, -1), future: [...future, now] })),
    redo: step(future, (_, now) => setSteps({ past: [...past, now], future: future.slice(0, -1) })),
  }
}

const joined = (segments: readonly Segment[]): string =>
  segments.map(({ text }) => text).join(segments.some(({ start }) => start !== null) ? ' ' : '\n')

const same = (a: Shown, b: Shown): boolean =>
  a.text === b.text && JSON.stringify(a.segments) === JSON.stringify(b.segments)
