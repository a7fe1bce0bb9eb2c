import { useQueryClient } from '@tanstack/react-query'
import type { RouteOutput } from '../../../../src-preload/contract/routes.ts'
import type { Segment } from '../../../../src-preload/contract/types/text.ts'
import { useAct } from '../../../host/useAct.ts'
import { useRoute } from '../../../host/useRoute.ts'
import { t } from '../../../i18n/t.ts'
import { toasts } from '../../../ui/toasts.ts'

type Shown = RouteOutput<'library.transcript'>

export interface TranscriptOf {
  data: Shown | undefined
  error: Error | null
  /** Keeps another version of one segment's words. */
  edit: (segment: number, text: string) => void
  /** Keeps another version of the whole text, where there are no segments. */
  write: (text: string) => void
  revert: () => void
}

/** A transcript with its edits: shown at once, kept beside the original, taken back whole. */
export function useTranscript(id: string): TranscriptOf {
  const client = useQueryClient()
  const key = ['library.transcript', { id }]
  const { data, error } = useRoute('library.transcript', { id })
  const refresh = () => void client.invalidateQueries({ queryKey: key })
  const save = useAct('library.edit_text', { onDone: refresh })
  const back = useAct('library.revert_text', { onDone: refresh })
  const keep = (next: Pick<Shown, 'segments' | 'text'>) => {
    client.setQueryData<Shown>(key, { ...next, edited: true })
    const change = next.segments.length > 0 ? { id, segments: next.segments } : { id, text: next.text }
    save.mutate(change, { onError: refresh })
  }
  const edit = (at: number, text: string) => {
    if (!data || data.segments[at]?.text === text) return
    const segments = data.segments.map((segment, index): Segment =>
      index === at ? { ...segment, text } : segment,
    )
    keep({ segments, text: data.text })
  }
  const revert = () => {
    if (!data) return
    back.mutate({ id })
    const undo = () => keep(data)
    toasts.getState().show({ words: t('media.reverted'), action: { label: t('common.undo'), run: undo } })
  }
  return { data, error, edit, write: (text) => keep({ segments: [], text }), revert }
}
