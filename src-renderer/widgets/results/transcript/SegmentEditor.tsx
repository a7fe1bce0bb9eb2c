import { Merge, Split, Trash2, AlarmClock } from 'lucide-react'
import { directionOf } from '../../../lib/directionOf.ts'
import { type KeyboardEvent, type Ref, useEffect, useId, useImperativeHandle, useRef, useState } from 'react'
import type { Segment } from '../../../../src-preload/contract/types/text.ts'
import { t } from '../../../i18n/t.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { IconButton } from '../../../ui/buttons/IconButton.tsx'
import { TextField } from '../../../ui/fields/TextField.tsx'
import { MAX_SPEAKER_LENGTH, checkTimes, formatTimestamp, splitSegment } from './editSegments.ts'
import { classes } from '../../../ui/classes.ts'
import fieldStyles from '../../../ui/layout/field.module.css'
import toolbarStyles from '../../../ui/layout/toolbar.module.css'
import textStyles from '../../../ui/layout/text.module.css'
import styles from './TranscriptViewer.module.css'

/** Data for the editor besides its segment. */
export interface SegmentContext {
  /** Position of the segment, starting at 1. */
  number: number
  /** The segments before and after it. */
  previous: Segment | undefined
  next: Segment | undefined
  speakers: readonly string[]
  /** Current position of the source media in seconds; undefined if there is none. */
  currentTime: (() => number) | undefined
  /** Duration of the source media in seconds; 0 if unknown. */
  mediaSeconds: number
}

interface Props {
  segment: Segment
  context: SegmentContext
  /** Holds the segment as edited; null while a time is invalid. */
  draftRef: Ref<Segment | null>
  /** Receives what replaces the segment: two if it was split, none if it was removed. */
  onSave: (segments: readonly Segment[]) => void
  onJoin: (segment: Segment) => void
  onCancel: () => void
}

/** Editor of a segment's text, times and speaker. Ctrl/Cmd+Enter saves, as does Enter in a single-line field; Escape cancels. */
export function SegmentEditor({ segment, context, draftRef, onSave, onJoin, onCancel }: Props) {
  const textareaRef = useRef<HTMLTextAreaElement>(null)
  const listId = useId()
  const [text, setText] = useState(segment.text)
  const [start, setStart] = useState(formatTimestamp(segment.start))
  const [end, setEnd] = useState(formatTimestamp(segment.end))
  // Until another speaker is typed, the field follows the stored one, which can be renamed meanwhile.
  const [typedSpeaker, setTypedSpeaker] = useState<string>()
  const [caret, setCaret] = useState(0)
  useEffect(() => {
    textareaRef.current?.focus()
    textareaRef.current?.setSelectionRange(textareaRef.current.value.length, textareaRef.current.value.length)
  }, [])
  const { previous, next, currentTime, mediaSeconds } = context
  const times = checkTimes({ start, end }, { stored: segment, previous, next, mediaSeconds })
  const isValid = times.errors.start === undefined && times.errors.end === undefined
  const speaker = typedSpeaker === undefined ? segment.speaker : typedSpeaker.trim() || null
  const edited: Segment = { start: times.start, end: times.end, speaker, text }
  useImperativeHandle<Segment | null, Segment | null>(draftRef, () => (isValid ? edited : null))
  const halves = splitSegment(edited, caret)
  const save = () => isValid && onSave([edited])
  const onKeyDown = (event: KeyboardEvent) => {
    // Escape and Enter also end an IME composition.
    if (event.key === 'Escape') onCancel()
    else if (
      event.key === 'Enter' &&
      (event.ctrlKey || event.metaKey || event.target instanceof HTMLInputElement)
    )
      save()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div
      role="group"
      data-editor
      aria-label={t('media.edit_segment', { number: context.number })}
      className={styles.editor}
      onKeyDown={onKeyDown}
    >
      <textarea
        dir={directionOf(text)}
        ref={textareaRef}
        className={fieldStyles.control}
        aria-label={t('media.segment_text')}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onSelect={(event) => setCaret(event.currentTarget.selectionStart)}
      />
      <div className={styles.fields}>
        <TimeField
          label={t('media.start')}
          value={start}
          error={times.errors.start}
          onValueChange={setStart}
          currentTime={currentTime}
        />
        <TimeField
          label={t('media.end')}
          value={end}
          error={times.errors.end}
          onValueChange={setEnd}
          currentTime={currentTime}
        />
        <TextField
          label={t('media.speaker')}
          value={typedSpeaker ?? segment.speaker ?? ''}
          onValueChange={setTypedSpeaker}
          list={listId}
          maxLength={MAX_SPEAKER_LENGTH}
          placeholder={t('media.speaker_none')}
          autoComplete="off"
        />
        <datalist id={listId}>
          {context.speakers.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </datalist>
      </div>
      <p className={classes(textStyles.note, styles.note)} role="status">
        {times.warning}
      </p>
      <div className={toolbarStyles.actions}>
        <Button size="small" variant="primary" disabled={!isValid} onClick={save}>
          {t('media.save_segment')}
        </Button>
        <Button size="small" variant="quiet" onClick={onCancel}>
          {t('common.cancel')}
        </Button>
        <span className={toolbarStyles.space} />
        <IconButton
          label={t('media.split')}
          icon={<Split aria-hidden />}
          disabled={!isValid || halves === null}
          onClick={() => onSave(splitSegment(edited, caret, currentTime?.()) ?? [edited])}
        />
        {next && (
          <IconButton
            label={t('media.join')}
            icon={<Merge aria-hidden />}
            disabled={!isValid}
            onClick={() => onJoin(edited)}
          />
        )}
        <IconButton
          label={t('media.remove_segment')}
          icon={<Trash2 aria-hidden />}
          onClick={() => onSave([])}
        />
      </div>
    </div>
  )
}

interface TimeFieldProps {
  label: string
  value: string
  error: string | undefined
  onValueChange: (value: string) => void
  /** Current position of the source media in seconds; undefined if there is none. */
  currentTime: (() => number) | undefined
}

/** Field for a segment's start or end, typed or set to the current position. */
function TimeField({ label, value, error, onValueChange, currentTime }: TimeFieldProps) {
  return (
    <TextField
      label={label}
      value={value}
      error={error}
      onValueChange={onValueChange}
      placeholder={t('media.time_none')}
      autoComplete="off"
      spellCheck={false}
      after={
        currentTime && (
          <IconButton
            size="small"
            label={t('media.time_now', { label })}
            icon={<AlarmClock aria-hidden />}
            onClick={() => onValueChange(formatTimestamp(currentTime()))}
          />
        )
      }
    />
  )
}
