import { Pencil } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import type { Segment } from '../../../../src-preload/contract/types/text.ts'
import { t } from '../../../i18n/t.ts'
import { classes } from '../../../ui/classes.ts'
import { IconButton } from '../../../ui/buttons/IconButton.tsx'
import { formatMediaTime } from '../../../lib/format/time.ts'
import { HighlightedText, type Mark } from '../text/SearchBox.tsx'
import textStyles from '../../../ui/layout/text.module.css'
import styles from './TranscriptViewer.module.css'

interface Props {
  segment: Segment
  index: number
  /** Whether the playback position is in this segment. */
  isCurrent: boolean
  /** Whether the speaker's name is shown, because the previous segment has another speaker. */
  isSpeakerShown: boolean
  /** Search matches in the text. */
  marks: readonly Mark[]
  /** Replaces the text while the segment is being edited. */
  editor?: ReactNode
  /** Seeks to a time in seconds; undefined if there is no media that can be played. */
  onSeek: ((time: number) => void) | undefined
  onEdit: (index: number) => void
  /** Called when the speaker's name is clicked, with that name. */
  onRenameSpeaker: (name: string) => void
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
            dir="auto"
            className={classes(textStyles.label, styles.speaker)}
            title={t('media.rename_speaker', { name: speaker })}
            onClick={() => props.onRenameSpeaker(speaker)}
          >
            {speaker}
          </button>
        )}
        {editor ?? (
          // Keyboard users can use the time button instead.
          <p
            dir="auto"
            className={classes(styles.text, onSeek && start !== null && styles.playable)}
            onClick={() => {
              // A click that ends a text selection doesn't seek.
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
