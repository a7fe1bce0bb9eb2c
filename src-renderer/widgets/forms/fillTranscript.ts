import { call } from '../../host/call.ts'
import { t } from '../../i18n/t.ts'
import { toasts } from '../../lib/toasts.ts'
import { draftStore } from './draftStore.ts'

interface Change {
  operation: string
  /** Name of the text field with the transcript of an audio file. */
  field: string
  /** Ids of the file in the form before and after the change. */
  before: string | undefined
  after: string | undefined
}

/**
 * Fills in the transcript of the audio file chosen in a form, if it is known, and clears the one filled in for the
 * previous file. A transcript that the user wrote is kept.
 */
export async function fillTranscript({ operation, field, before, after }: Change): Promise<void> {
  if (before === after) return
  const [oldText, newText] = await Promise.all([loadTranscript(before), loadTranscript(after)])
  const current = draftStore.getState().values[operation]?.[field] ?? ''
  if ((current !== '' && current !== oldText) || current === (newText ?? '')) return
  draftStore.getState().setValues({ [field]: newText ?? '' }, { edit: 'choice', operation })
  if (newText !== null) toasts.getState().show({ text: t('files.transcript_filled'), key: 'transcript' })
}

/** The transcript of a file; null if it is unknown, for example because the file was deleted. */
const loadTranscript = async (id: string | undefined): Promise<string | null> =>
  id === undefined
    ? null
    : call('library.asset', { id }).then(
        (detail) => detail.spokenText,
        () => null,
      )
