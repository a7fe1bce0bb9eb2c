import { Pencil } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import type { Segment } from '../../../../src-preload/contract/types/text.ts'
import { t } from '../../../i18n/t.ts'
import { classes } from '../../../ui/classes.ts'
import { IconButton } from '../../../ui/IconButton.tsx'
import { formatTime } from '../media/formatTime.ts'
import { Marked } from './Marked.tsx'
import textStyles from '../../../ui/text.module.css'
import styles from './SegmentRow.module.css'

interface Props {
  segment: Segment
  index: number
  /** Being spoken now. */
  current: boolean
  /** Said only where it changes. */
  speaker: boolean
  marks: readonly { from: number; to: number; current?: boolean }[]
  /** In the place of its words while it is written again. */
  editor?: ReactNode
  /** Undefined: there is nothing to play beside it. */
  onSeek: ((time: number) => void) | undefined
  onEdit: (index: number) => void
  onRename: (name: string) => void
}

/** One stretch of a transcript: when, who, what. */
export const SegmentRow = memo(function SegmentRow(props: Props) {
  const { segment, index, current, editor, onSeek, onEdit } = props
  const { start, speaker } = segment
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
          className={classes(textStyles.note, styles.time)}
          aria-label={t('media.play_from', { time })}
          onClick={() => onSeek(start)}
        >
          {time}
        </button>
      ) : (
        <span className={classes(textStyles.note, styles.time)}>{time}</span>
      )}
      <div className={styles.words}>
        {props.speaker && speaker !== null && (
          <button
            type="button"
            className={classes(textStyles.label, styles.speaker)}
            title={t('media.rename_speaker', { name: speaker })}
            onClick={() => props.onRename(speaker)}
          >
            {speaker}
          </button>
        )}
        {editor ?? (
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
      {!editor && (
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
