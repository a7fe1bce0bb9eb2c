import { useMemo, useRef, useState } from 'react'
import type { Segment } from '../../../../src-preload/contract/types/text.ts'
import { t } from '../../../i18n/t.ts'
import { changeSegment, joinNext, renameSpeaker, replaceSegment } from './editSegments.ts'
import type { Match } from './findMatches.ts'
import { RenameSpeaker } from './RenameSpeaker.tsx'
import { SegmentEditor, type SegmentContext } from './SegmentEditor.tsx'
import { classes } from '../../../ui/classes.ts'
import rowStyles from '../../../ui/row.module.css'
import styles from './SegmentList.module.css'
import { SegmentRow } from './SegmentRow.tsx'
import { useEditing } from './useEditing.ts'
import { useSegmentRows } from './useSegmentRows.ts'
import type { Search } from './useSearch.ts'

const noMatches: Match[] = []

interface Props {
  segments: readonly Segment[]
  /** Index of the segment being spoken; -1 if none. */
  spokenIndex: number
  playing: boolean
  search: Search
  playback: Pick<SegmentContext, 'currentTime' | 'duration'>
  onSeek: ((time: number) => void) | undefined
  onChange: (segments: Segment[]) => void
}

/** Virtualized list of segments that scrolls to the spoken segment and to search matches. */
export function SegmentList({ segments, spokenIndex, playing, search, playback, onSeek, onChange }: Props) {
  const container = useRef<HTMLDivElement>(null)
  const { editing, edit, done } = useEditing(container)
  const [renaming, setRenaming] = useState<string>()
  const { current } = search
  const rows = useSegmentRows(container, {
    count: segments.length,
    followedRow: spokenIndex,
    isFollowing: playing && editing === undefined,
    targetRow: current?.segment,
    pinnedRow: editing,
  })
  const marks = useMemo(() => Map.groupBy(search.matches, ({ segment }) => segment), [search.matches])
  const speakers = useMemo(
    () => [...new Set(segments.flatMap(({ speaker }) => speaker ?? []))].slice(0, 100),
    [segments],
  )
  const applyEdit = (next: Segment[]) => {
    onChange(next)
    done()
  }
  const editorOf = (segment: Segment, index: number) => (
    <SegmentEditor
      segment={segment}
      context={{
        ...playback,
        number: index + 1,
        before: segments[index - 1],
        after: segments[index + 1],
        speakers,
      }}
      onSave={(next) => applyEdit(replaceSegment(segments, index, next))}
      onJoin={(next) => applyEdit(joinNext(changeSegment(segments, index, next), index))}
      onCancel={done}
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
                current={index === spokenIndex}
                speaker={segment.speaker !== null && segment.speaker !== segments[index - 1]?.speaker}
                marks={ownMatches}
                editor={index === editing ? editorOf(segment, index) : undefined}
                onSeek={onSeek}
                onEdit={edit}
                onRename={setRenaming}
              />
            </li>
          )
        })}
      </ol>
      {renaming !== undefined && (
        <RenameSpeaker
          name={renaming}
          count={segments.filter(({ speaker }) => speaker === renaming).length}
          onRename={(to) => onChange(renameSpeaker(segments, renaming, to))}
          onClose={() => setRenaming(undefined)}
        />
      )}
    </div>
  )
}
