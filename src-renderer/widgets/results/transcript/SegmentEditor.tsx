import { Merge, Split, Trash2 } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import type { Segment } from '../../../../src-preload/contract/types/text.ts'
import { t } from '../../../i18n/t.ts'
import { Button } from '../../../ui/Button.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { checkTimes } from './checkTimes.ts'
import { formatStamp } from './formatStamp.ts'
import { classes } from '../../../ui/classes.ts'
import fieldStyles from '../../../ui/field.module.css'
import toolbarStyles from '../../../ui/toolbar.module.css'
import textStyles from '../../../ui/text.module.css'
import styles from './SegmentEditor.module.css'
import { splitSegment } from './editSegments.ts'
import { TimeField } from './TimeField.tsx'

/** What the editor must know of what stands around its segment. */
export interface Surroundings {
  /** Which one it is, from one. */
  number: number
  before: Segment | undefined
  after: Segment | undefined
  speakers: readonly string[]
  /** Where the medium beside it is, in seconds; undefined: there is none. */
  now: (() => number) | undefined
  /** Of the medium, in seconds; 0: not known. */
  duration: number
}

interface Props {
  segment: Segment
  around: Surroundings
  /** The segment as it shall be: several where it was split, none where it goes. */
  onSave: (segments: readonly Segment[]) => void
  onJoin: (segment: Segment) => void
  onCancel: () => void
}

/** One segment being written again: words, times and speaker. Ctrl/Cmd+Enter keeps them, Escape leaves them as they were. */
export function SegmentEditor({ segment, around, onSave, onJoin, onCancel }: Props) {
  const area = useRef<HTMLTextAreaElement>(null)
  const list = useId()
  const [text, setText] = useState(segment.text)
  const [start, setStart] = useState(formatStamp(segment.start))
  const [end, setEnd] = useState(formatStamp(segment.end))
  const [speaker, setSpeaker] = useState(segment.speaker ?? '')
  const [caret, setCaret] = useState(0)
  useEffect(() => {
    area.current?.focus()
    area.current?.setSelectionRange(area.current.value.length, area.current.value.length)
  }, [])
  const { before, after, now, duration } = around
  const times = checkTimes({ start, end }, { own: segment, before, after, duration })
  const right = times.wrong.start === undefined && times.wrong.end === undefined
  const written: Segment = { start: times.start, end: times.end, speaker: speaker.trim() || null, text }
  const halves = splitSegment(written, caret)
  const save = () => right && onSave([written])
  const onKeyDown = (event: KeyboardEvent) => {
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
      aria-label={t('media.edit_segment', { number: around.number })}
      className={styles.editor}
      onKeyDown={onKeyDown}
    >
      <textarea
        ref={area}
        className={fieldStyles.control}
        aria-label={t('media.segment_words')}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onSelect={(event) => setCaret(event.currentTarget.selectionStart)}
      />
      <div className={styles.fields}>
        <TimeField
          label={t('media.start')}
          value={start}
          error={times.wrong.start}
          onValue={setStart}
          now={now}
        />
        <TimeField label={t('media.end')} value={end} error={times.wrong.end} onValue={setEnd} now={now} />
        <TextField
          label={t('media.speaker')}
          value={speaker}
          onValue={setSpeaker}
          list={list}
          maxLength={200}
          placeholder={t('media.speaker_none')}
          autoComplete="off"
        />
        <datalist id={list}>
          {around.speakers.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </datalist>
      </div>
      <p className={classes(textStyles.note, styles.note)} role="status">
        {times.note}
      </p>
      <div className={toolbarStyles.actions}>
        <Button size="small" look="primary" disabled={!right} onClick={save}>
          {t('common.save')}
        </Button>
        <Button size="small" look="quiet" onClick={onCancel}>
          {t('common.cancel')}
        </Button>
        <span className={toolbarStyles.space} />
        <IconButton
          label={t('media.split')}
          icon={<Split aria-hidden />}
          disabled={!right || halves === null}
          onClick={() => onSave(splitSegment(written, caret, now?.()) ?? [written])}
        />
        {after && (
          <IconButton
            label={t('media.join')}
            icon={<Merge aria-hidden />}
            disabled={!right}
            onClick={() => onJoin(written)}
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
