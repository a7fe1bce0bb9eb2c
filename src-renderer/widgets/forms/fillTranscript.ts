import { call } from '../../host/call.ts'
import { t } from '../../i18n/t.ts'
import { toasts } from '../../lib/toasts.ts'
import { draftStore } from './draftStore.ts'

interface Change {
  operation: string
  /** Name of the text field with the transcript of an audio file. */
  field: string
  /** Ids of the file that was in the form and of the one that is now. */
  before: string | undefined
  after: string | undefined
}

/**
 * Fills in what is said in the audio file that was put into a form, if it is known, and empties what was filled in for the file before.
 * A transcript that the user wrote is kept.
 */
export async function fillTranscript({ operation, field, before, after }: Change): Promise<void> {
  if (before === after) return
  const [oldText, newText] = await Promise.all([spokenText(before), spokenText(after)])
  const current = draftStore.getState().values[operation]?.[field] ?? ''
  if ((current !== '' && current !== oldText) || current === (newText ?? '')) return
  draftStore.getState().setValues({ [field]: newText ?? '' }, { edit: 'choice', operation })
  if (newText !== null) toasts.getState().show({ text: t('files.transcript_filled'), key: 'transcript' })
}

/** What is said in a file; null if it is unknown, as that of a deleted file is. */
const spokenText = async (id: string | undefined): Promise<string | null> =>
  id === undefined
    ? null
    : call('library.asset', { id }).then(
        (detail) => detail.spokenText,
        () => null,
      )
