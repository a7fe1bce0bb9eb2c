import { useMemo, useRef, useState, type RefObject, useEffect, type SubmitEvent, useId } from 'react'
import type { Segment } from '../../../../src-preload/contract/types/text.ts'
import { t } from '../../../i18n/t.ts'
import { useSaveOnClose } from '../../../lib/useSaveOnClose.ts'
import { MAX_SPEAKER_LENGTH, joinNext, renameSpeaker, replaceSegment } from './editSegments.ts'
import { scrollToMatch, useScrollToMatch, type Match, type Search } from '../text/SearchBox.tsx'
import { SegmentEditor, type SegmentContext } from './SegmentEditor.tsx'
import { classes } from '../../../ui/classes.ts'
import { SegmentRow } from './SegmentRow.tsx'
import { Button } from '../../../ui/buttons/Button.tsx'
import { Dialog } from '../../../ui/overlays/Dialog.tsx'
import { TextField } from '../../../ui/fields/TextField.tsx'
import rowStyles from '../../../ui/layout/row.module.css'
import { defaultRangeExtractor, useVirtualizer, type Virtualizer } from '@tanstack/react-virtual'
import styles from './TranscriptViewer.module.css'

const noMatches: Match[] = []
/** Maximum number of speakers that the editor suggests. */
const MAX_SUGGESTED_SPEAKERS = 100

interface Props {
  segments: readonly Segment[]
  /** Index of the segment at the playback position; -1 if none. */
  spokenIndex: number
  isPlaying: boolean
  search: Search
  playback: Pick<SegmentContext, 'currentTime' | 'mediaSeconds'>
  onSeek: ((time: number) => void) | undefined
  /** Returns the segments that take the place of the changed ones. */
  onChange: (segments: Segment[]) => readonly Segment[]
}

/** Virtualized list of segments that scrolls to the spoken segment and to search matches. */
export function SegmentList({ segments, spokenIndex, isPlaying, search, playback, onSeek, onChange }: Props) {
  const container = useRef<HTMLDivElement>(null)
  const draft = useRef<Segment>(null)
  const { editedIndex, editCount, startEditing, stopEditing } = useEditing(container, segments)
  const [renamedSpeaker, setRenamedSpeaker] = useState<string>()
  const { current } = search
  const rows = useSegmentRows(container, {
    count: segments.length,
    followedRow: spokenIndex,
    isFollowing: isPlaying && editedIndex === undefined,
    match: current,
    pinnedRow: editedIndex,
  })
  const marks = useMemo(() => Map.groupBy(search.matches, ({ textIndex }) => textIndex), [search.matches])
  const speakers = useMemo(
    () => [...new Set(segments.flatMap(({ speaker }) => speaker ?? []))].slice(0, MAX_SUGGESTED_SPEAKERS),
    [segments],
  )
  const endEditing = () => {
    // The list may disappear with its last text, and would save the draft again.
    draft.current = null
    stopEditing()
  }
  const applyEdit = (next: Segment[]) => {
    endEditing()
    onChange(next)
  }
  /** Saves the changes of the segment being edited, unless it is invalid. Returns the segments afterwards. */
  const saveDraft = (): readonly Segment[] => {
    const edited = draft.current
    if (editedIndex === undefined || !edited) return segments
    const stored = segments[editedIndex]
    const isUnchanged = isSameSegment(stored, edited) && stored?.speaker === edited.speaker
    return isUnchanged ? segments : onChange(replaceSegment(segments, editedIndex, [edited]))
  }
  useSaveOnClose(() => void saveDraft())
  /** Opens the editor of a segment after saving the changes of the segment being edited, which stays open if it is invalid. */
  const edit = (index: number) => {
    if (editedIndex !== undefined && !draft.current)
      return container.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
    const saved = saveDraft()
    // The line being edited may have become several, or none.
    const shift = editedIndex !== undefined && index > editedIndex ? saved.length - segments.length : 0
    startEditing(index + shift, saved)
  }
  const renderEditor = (segment: Segment, index: number) => (
    <SegmentEditor
      key={editCount}
      segment={segment}
      draftRef={draft}
      context={{
        ...playback,
        number: index + 1,
        previous: segments[index - 1],
        next: segments[index + 1],
        speakers,
      }}
      onSave={(next) => applyEdit(replaceSegment(segments, index, next))}
      onJoin={(next) => applyEdit(joinNext(replaceSegment(segments, index, [next]), index))}
      onCancel={endEditing}
    />
  )
  return (
    <div ref={container} className={styles.container}>
      <ol
        className={styles.segmentList}
        aria-label={t('media.segments')}
        style={{ height: rows.getTotalSize() }}
      >
        {rows.getVirtualItems().map(({ index, start }) => {
          const segment = segments[index]
          if (!segment) return null
          const ownMatches = (marks.get(index) ?? noMatches).map((match) =>
            match === current ? { ...match, isCurrent: true } : match,
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
                onEdit={edit}
                onRenameSpeaker={setRenamedSpeaker}
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
  /** Differs between two segments edited one after the other, which may have the same index. */
  editCount: number | undefined
  startEditing: (index: number, segments: readonly Segment[]) => void
  stopEditing: () => void
}

/**
 * Tracks which segment is being edited, until another one takes its place, for example because of an undo. Afterwards, moves
 * the focus back to its row, unless it is elsewhere.
 */
function useEditing(box: RefObject<HTMLElement | null>, segments: readonly Segment[]): Editing {
  const [edited, setEdited] = useState<{ index: number; segment: Segment | undefined; count: number }>()
  if (edited && !isSameSegment(edited.segment, segments[edited.index])) setEdited(undefined)
  const editedIndex = edited?.index
  const lastEditedIndex = useRef<number>(undefined)
  useEffect(() => {
    const previous = lastEditedIndex.current
    lastEditedIndex.current = editedIndex
    if (previous === undefined || editedIndex !== undefined) return
    if (document.activeElement !== document.body) return
    const rows = box.current
    const row = rows?.querySelector(`[data-index="${previous}"]`) ?? rows?.querySelector('[data-index]')
    const buttons = row?.querySelectorAll('button')
    buttons?.item(buttons.length - 1)?.focus()
  }, [editedIndex, box])
  return {
    editedIndex,
    editCount: edited?.count,
    startEditing: (index, from) =>
      setEdited((last) => ({ index, segment: from[index], count: (last?.count ?? 0) + 1 })),
    stopEditing: () => setEdited(undefined),
  }
}

/** Ignores the speaker, which can be renamed in all segments. */
const isSameSegment = (a: Segment | undefined, b: Segment | undefined): boolean =>
  a?.text === b?.text && a?.start === b?.start && a?.end === b?.end

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
            {t('media.rename_action')}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit}>
        <TextField
          label={t('media.speaker')}
          value={newName}
          onValueChange={setNewName}
          maxLength={MAX_SPEAKER_LENGTH}
          help={t('media.rename_count', { count })}
        />
      </form>
    </Dialog>
  )
}

/** Estimated height of a row in px, until it is measured. */
const ROW_HEIGHT = 38
/** Rows rendered above and below the visible ones, so that scrolling shows no gaps. */
const OVERSCAN = 12
/** After the user scrolls, clicks or types, the list doesn't follow playback for this long. */
const SCROLL_PAUSE_MS = 4000

interface Options {
  count: number
  /** Row kept in view while `isFollowing`; -1 if none. */
  followedRow: number
  isFollowing: boolean
  /** Search match to scroll to whenever it changes; its texts are the rows. */
  match: Match | undefined
  /** Row that stays rendered outside the view, because it is being edited. */
  pinnedRow: number | undefined
}

/** Virtual rows of a scrollable element that follows playback and search. */
export function useSegmentRows(
  box: RefObject<HTMLDivElement | null>,
  { count, followedRow, isFollowing, match, pinnedRow }: Options,
): Virtualizer<HTMLDivElement, Element> {
  const lastInteraction = useRef(0)
  // The virtualizer is a stable object with changing results, so they must not be memoized.
  const rows = useVirtualizer({
    count,
    getScrollElement: () => box.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: OVERSCAN,
    rangeExtractor: (range) => {
      const visible = defaultRangeExtractor(range)
      return pinnedRow === undefined || visible.includes(pinnedRow)
        ? visible
        : [...visible, pinnedRow].toSorted((a, b) => a - b)
    },
  })
  useEffect(() => {
    const element = box.current
    const onInteraction = () => (lastInteraction.current = Date.now())
    for (const eventName of ['wheel', 'pointerdown', 'keydown'])
      element?.addEventListener(eventName, onInteraction, { passive: true })
    return () => {
      for (const eventName of ['wheel', 'pointerdown', 'keydown'])
        element?.removeEventListener(eventName, onInteraction)
    }
  }, [box])
  useEffect(() => {
    if (isFollowing && followedRow >= 0 && Date.now() - lastInteraction.current > SCROLL_PAUSE_MS)
      rows.scrollToIndex(followedRow, { align: 'center' })
  }, [followedRow, isFollowing, rows])
  const isMatchAwaited = useRef(false)
  useScrollToMatch(box, match, (row) => {
    isMatchAwaited.current = true
    rows.scrollToIndex(row, { align: 'center' })
  })
  const { isScrolling } = rows
  useEffect(() => {
    if (isScrolling || !isMatchAwaited.current) return
    // The row is rendered by then, and may be longer than the view.
    isMatchAwaited.current = false
    scrollToMatch(box.current)
  }, [isScrolling, box])
  return rows
}
