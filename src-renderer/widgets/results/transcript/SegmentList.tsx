import { useMemo, useRef, useState, type RefObject, useEffect, type SubmitEvent, useId } from 'react'
import type { Segment } from '../../../../src-preload/contract/types/text.ts'
import { t } from '../../../i18n/t.ts'
import { joinNext, renameSpeaker, replaceSegment } from './editSegments.ts'
import type { Match, Search } from '../text/SearchBox.tsx'
import { SegmentEditor, type SegmentContext } from './SegmentEditor.tsx'
import { classes } from '../../../ui/classes.ts'
import { SegmentRow } from './SegmentRow.tsx'
import { Button } from '../../../ui/buttons/Button.tsx'
import { Dialog } from '../../../ui/overlays/Dialog.tsx'
import { TextField } from '../../../ui/fields/TextField.tsx'
import { useSegmentRows } from './useSegmentRows.ts'
import rowStyles from '../../../ui/layout/row.module.css'
import styles from './SegmentList.module.css'

const noMatches: Match[] = []

interface Props {
  segments: readonly Segment[]
  /** Index of the segment being spoken; -1 if none. */
  spokenIndex: number
  playing: boolean
  search: Search
  playback: Pick<SegmentContext, 'currentTime' | 'mediaSeconds'>
  onSeek: ((time: number) => void) | undefined
  onChange: (segments: Segment[]) => void
}

/** Virtualized list of segments that scrolls to the spoken segment and to search matches. */
export function SegmentList({ segments, spokenIndex, playing, search, playback, onSeek, onChange }: Props) {
  const container = useRef<HTMLDivElement>(null)
  const { editedIndex, startEditing, stopEditing } = useEditing(container)
  const [renamedSpeaker, setRenamedSpeaker] = useState<string>()
  const { current } = search
  const rows = useSegmentRows(container, {
    count: segments.length,
    followedRow: spokenIndex,
    isFollowing: playing && editedIndex === undefined,
    targetRow: current?.segment,
    pinnedRow: editedIndex,
  })
  const marks = useMemo(() => Map.groupBy(search.matches, ({ segment }) => segment), [search.matches])
  const speakers = useMemo(
    () => [...new Set(segments.flatMap(({ speaker }) => speaker ?? []))].slice(0, 100),
    [segments],
  )
  const applyEdit = (next: Segment[]) => {
    onChange(next)
    stopEditing()
  }
  const renderEditor = (segment: Segment, index: number) => (
    <SegmentEditor
      segment={segment}
      context={{
        ...playback,
        number: index + 1,
        previous: segments[index - 1],
        next: segments[index + 1],
        speakers,
      }}
      onSave={(next) => applyEdit(replaceSegment(segments, index, next))}
      onJoin={(next) => applyEdit(joinNext(replaceSegment(segments, index, [next]), index))}
      onCancel={stopEditing}
    />
  )
  return (
    <div ref={container} className={styles.container}>
      <ol className={styles.list} aria-label={t('media.segments')} style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(({ index, start }) => {
          const segment = segments[index]
          if (!segment) return null
          const ownMatches = (marks.get(index) ?? noMatches).map((match) =>
            match === current ? { ...match, current: true } : match,
          )
          return (
            <li
              key={index}
              ref={rows.measureElement}
              data-index={index}
              className={classes(rowStyles.line, styles.item)}
              style={{ transform: `translateY(${start}px)` }}
              aria-setsize={segments.length}
              aria-posinset={index + 1}
            >
              <SegmentRow
                segment={segment}
                index={index}
                isCurrent={index === spokenIndex}
                isSpeakerShown={segment.speaker !== null && segment.speaker !== segments[index - 1]?.speaker}
                marks={ownMatches}
                editor={index === editedIndex ? renderEditor(segment, index) : undefined}
                onSeek={onSeek}
                onEdit={startEditing}
                onRename={setRenamedSpeaker}
              />
            </li>
          )
        })}
      </ol>
      {renamedSpeaker !== undefined && (
        <RenameSpeakerDialog
          name={renamedSpeaker}
          count={segments.filter(({ speaker }) => speaker === renamedSpeaker).length}
          onRename={(to) => onChange(renameSpeaker(segments, renamedSpeaker, to))}
          onClose={() => setRenamedSpeaker(undefined)}
        />
      )}
    </div>
  )
}

interface Editing {
  /** Index of the segment being edited. */
  editedIndex: number | undefined
  startEditing: (index: number) => void
  stopEditing: () => void
}

/** Tracks which segment is being edited, and moves the focus back to its row afterwards. */
function useEditing(box: RefObject<HTMLElement | null>): Editing {
  const [editedIndex, setEditedIndex] = useState<number>()
  const last = useRef<number>(undefined)
  useEffect(() => {
    const previous = last.current
    last.current = editedIndex
    if (previous === undefined || editedIndex !== undefined) return
    const rows = box.current
    const row = rows?.querySelector(`[data-index="${previous}"]`) ?? rows?.querySelector('[data-index]')
    const buttons = row?.querySelectorAll('button')
    buttons?.item(buttons.length - 1)?.focus()
  }, [editedIndex, box])
  return { editedIndex, startEditing: setEditedIndex, stopEditing: () => setEditedIndex(undefined) }
}

interface RenameSpeakerDialogProps {
  name: string
  /** Number of segments with this speaker. */
  count: number
  onRename: (to: string) => void
  onClose: () => void
}

/** Dialog that renames a speaker in all segments. */
function RenameSpeakerDialog({ name, count, onRename, onClose }: RenameSpeakerDialogProps) {
  const [newName, setNewName] = useState(name)
  const form = useId()
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    onClose()
    if (newName.trim() !== name) onRename(newName)
  }
  return (
    <Dialog
      size="small"
      title={t('media.rename_speaker', { name })}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button variant="primary" type="submit" form={form}>
            {t('common.save')}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit}>
        <TextField
          label={t('media.speaker')}
          value={newName}
          onValueChange={setNewName}
          maxLength={200}
          help={t('media.rename_count', { count })}
        />
      </form>
    </Dialog>
  )
}
