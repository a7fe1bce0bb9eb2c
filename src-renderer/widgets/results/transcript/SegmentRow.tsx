import { Pencil } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import type { Segment } from '../../../../src-preload/contract/types/text.ts'
import { t } from '../../../i18n/t.ts'
import { classes } from '../../../ui/classes.ts'
import { IconButton } from '../../../ui/buttons/IconButton.tsx'
import { formatMediaTime } from '../../../lib/time.ts'
import { HighlightedText } from '../text/SearchBox.tsx'
import textStyles from '../../../ui/layout/text.module.css'
import styles from './TranscriptViewer.module.css'

interface Props {
  segment: Segment
  index: number
  /** Whether this segment is playing. */
  isCurrent: boolean
  /** Whether to show the speaker; true only when it differs from the previous segment. */
  isSpeakerShown: boolean
  marks: readonly { from: number; to: number; current?: boolean }[]
  /** Replaces the text while the segment is being edited. */
  editor?: ReactNode
  /** Undefined if the transcript has no media to play. */
  onSeek: ((time: number) => void) | undefined
  onEdit: (index: number) => void
  onRename: (name: string) => void
}

/** A transcript segment: time, speaker and text. */
export const SegmentRow = memo(function SegmentRow(props: Props) {
  const { segment, index, isCurrent, editor, onSeek, onEdit } = props
  const { start, speaker } = segment
  const time = start === null ? '' : formatMediaTime(start)
  return (
    <div
      className={classes(styles.row, isCurrent && styles.current)}
      {...(isCurrent ? { 'aria-current': 'true' } : {})}
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
      <div className={styles.body}>
        {props.isSpeakerShown && speaker !== null && (
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
          // Keyboard users can use the time button instead.
          <p
            className={classes(styles.text, onSeek && start !== null && styles.playable)}
            onClick={() => {
              // Ignore the click when the user is selecting text.
              if (start !== null && getSelection()?.isCollapsed !== false) onSeek?.(start)
            }}
          >
            <HighlightedText text={segment.text} marks={props.marks} />
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
