import { Pencil } from 'lucide-react'
import { memo } from 'react'
import type { Segment } from '../../../../src-preload/contract/types/text.ts'
import { t } from '../../../i18n/t.ts'
import { classes } from '../../../ui/classes.ts'
import { IconButton } from '../../../ui/IconButton.tsx'
import { formatTime } from '../media/formatTime.ts'
import { Marked } from './Marked.tsx'
import { SegmentEditor } from './SegmentEditor.tsx'
import styles from './SegmentRow.module.css'

interface Props {
  segment: Segment
  index: number
  /** Being spoken now. */
  current: boolean
  /** Said only where it changes. */
  speaker: boolean
  marks: readonly { from: number; to: number; current?: boolean }[]
  editing: boolean
  /** Undefined: there is nothing to play beside it. */
  onSeek: ((time: number) => void) | undefined
  onEdit: (index: number | undefined) => void
  onSave: (index: number, text: string) => void
}

/** One stretch of a transcript: when, who, what. */
export const SegmentRow = memo(function SegmentRow(props: Props) {
  const { segment, index, current, editing, onSeek, onEdit, onSave } = props
  const { start } = segment
  const time = start === null ? '' : formatTime(start)
  return (
    <div
      className={classes(styles.row, current && styles.current)}
      {...(current ? { 'aria-current': 'true' } : {})}
    >
      {start === null ? (
        <span />
      ) : onSeek ? (
        <button
          type="button"
          className={styles.time}
          aria-label={t('media.play_from', { time })}
          onClick={() => onSeek(start)}
        >
          {time}
        </button>
      ) : (
        <span className={styles.time}>{time}</span>
      )}
      <div className={styles.words}>
        {props.speaker && <span className={styles.speaker}>{segment.speaker}</span>}
        {editing ? (
          <SegmentEditor
            text={segment.text}
            onSave={(text) => {
              onSave(index, text)
              onEdit(undefined)
            }}
            onCancel={() => onEdit(undefined)}
          />
        ) : (
          // The button beside it does the same for the keyboard.
          <p
            className={classes(styles.text, onSeek && start !== null && styles.playable)}
            onClick={() => {
              // Words being picked for copying are no press.
              if (start !== null && getSelection()?.isCollapsed !== false) onSeek?.(start)
            }}
          >
            <Marked text={segment.text} marks={props.marks} />
          </p>
        )}
      </div>
      {!editing && (
        <span className={styles.edit}>
          <IconButton
            size="small"
            label={t('media.edit_segment', { number: index + 1 })}
            icon={<Pencil aria-hidden />}
            onClick={() => onEdit(index)}
          />
        </span>
      )}
    </div>
  )
})
