import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { directionOf } from '../../lib/directionOf.ts'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../host/call.ts'
import { problemOf, showProblem } from '../../host/problemOf.ts'
import { t } from '../../i18n/t.ts'
import { problemMessage } from '../../lib/problemMessage.ts'
import { useSaveOnClose } from '../../lib/useSaveOnClose.ts'
import { MAX_NOTE_LENGTH } from '../../../src-preload/constraints/limits.ts'
import { classes } from '../../ui/classes.ts'
import fieldStyles from '../../ui/layout/field.module.css'
import textStyles from '../../ui/layout/text.module.css'
import styles from './organize.module.css'

interface Props {
  id: string
  /** The saved note. */
  note: string
  /** Whether it gets the focus, with the cursor at its end. */
  autoFocus?: boolean
}

/** A note is saved after this pause in typing, and when the field loses the focus. */
const SAVE_DELAY_MS = 1000

/**
 * Notes that could not be saved, by the id of their result. They are kept until they are saved or the window closes.
 */
const unsavedNotes = new Map<string, { text: string; error: string }>()

/** The note of a result, saved automatically. After a failure, the text stays in the field, with the error below it. */
export function NoteField({ id, note, autoFocus = false }: Props) {
  const client = useQueryClient()
  const [text, setText] = useState(unsavedNotes.get(id)?.text ?? note)
  const [error, setError] = useState(unsavedNotes.get(id)?.error)
  /** The note that was saved last or is being saved. */
  const saved = useRef(note)
  const isShown = useRef(false)
  const fieldId = useId()
  const [lastNote, setLastNote] = useState(note)
  if (note !== lastNote) {
    // Changed elsewhere, for example in another window; typed text has priority.
    setLastNote(note)
    if (text === lastNote) setText(note)
  }
  const save = async (): Promise<void> => {
    if (text === saved.current) return
    const previous = saved.current
    saved.current = text
    try {
      await call('library.note', { id, note: text })
      unsavedNotes.delete(id)
      setError(undefined)
      void client.invalidateQueries({ queryKey: ['library.asset', { id }] })
    } catch (failure) {
      // A later save has started meanwhile.
      if (saved.current !== text) return
      saved.current = previous
      const { summary, nextStep } = problemMessage(problemOf(failure))
      const message = [t('organize.note_failed'), summary, nextStep].filter(Boolean).join(' ')
      unsavedNotes.set(id, { text, error: message })
      setError(message)
      if (!isShown.current) showProblem(failure, t('organize.note_failed'))
    }
  }
  const saveNow = useEffectEvent(() => void save())
  const onNoteChanged = useEffectEvent((changed: string) => {
    if (text === changed) saved.current = changed
  })
  // A note from elsewhere must not be written back: it could replace a later one.
  useEffect(() => onNoteChanged(note), [note])
  useEffect(() => {
    if (text === saved.current) return
    const timer = setTimeout(() => saveNow(), SAVE_DELAY_MS)
    return () => clearTimeout(timer)
  }, [text])
  useEffect(() => {
    isShown.current = true
    return () => void (isShown.current = false)
  }, [])
  useSaveOnClose(() => void save())
  return (
    <>
      <textarea
        dir={directionOf(text)}
        id={fieldId}
        ref={autoFocus ? focusAtEnd : undefined}
        data-note
        aria-label={t('organize.note')}
        aria-invalid={error !== undefined}
        aria-describedby={error === undefined ? undefined : `${fieldId}-error`}
        className={classes(fieldStyles.control, styles.note)}
        placeholder={t('organize.note_placeholder')}
        maxLength={MAX_NOTE_LENGTH}
        rows={2}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onBlur={() => void save()}
      />
      {error !== undefined && (
        <p id={`${fieldId}-error`} role="alert" className={classes(fieldStyles.error, textStyles.note)}>
          {error}
        </p>
      )}
    </>
  )
}

function focusAtEnd(field: HTMLTextAreaElement | null): void {
  field?.focus()
  field?.setSelectionRange(field.value.length, field.value.length)
}
