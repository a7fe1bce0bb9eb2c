import { useMemo, useRef, useState } from 'react'
import type { Segment } from '../../../../src-preload/contract/types/text.ts'
import { t } from '../../../i18n/t.ts'
import { changeSegment, joinNext, renameSpeaker, replaceSegment } from './editSegments.ts'
import type { Match } from './findMatches.ts'
import { RenameSpeaker } from './RenameSpeaker.tsx'
import { SegmentEditor, type Surroundings } from './SegmentEditor.tsx'
import { classes } from '../../../ui/classes.ts'
import rowStyles from '../../../ui/row.module.css'
import styles from './SegmentList.module.css'
import { SegmentRow } from './SegmentRow.tsx'
import { useEditing } from './useEditing.ts'
import { useRows } from './useRows.ts'
import type { Search } from './useSearch.ts'

const none: Match[] = []

interface Props {
  segments: readonly Segment[]
  /** Index of the one being spoken; -1: none. */
  spoken: number
  playing: boolean
  search: Search
  clock: Pick<Surroundings, 'now' | 'duration'>
  onSeek: ((time: number) => void) | undefined
  onChange: (segments: Segment[]) => void
}

/** Segments as a list that follows the medium and the search; only those near the view exist. */
export function SegmentList({ segments, spoken, playing, search, clock, onSeek, onChange }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const { editing, edit, done } = useEditing(box)
  const [renaming, setRenaming] = useState<string>()
  const { current } = search
  const rows = useRows(box, {
    count: segments.length,
    followed: spoken,
    following: playing && editing === undefined,
    sought: current?.segment,
    kept: editing,
  })
  const marks = useMemo(() => Map.groupBy(search.matches, ({ segment }) => segment), [search.matches])
  const speakers = useMemo(
    () => [...new Set(segments.flatMap(({ speaker }) => speaker ?? []))].slice(0, 100),
    [segments],
  )
  const take = (next: Segment[]) => {
    onChange(next)
    done()
  }
  const editorOf = (segment: Segment, at: number) => (
    <SegmentEditor
      segment={segment}
      around={{ ...clock, number: at + 1, before: segments[at - 1], after: segments[at + 1], speakers }}
      onSave={(next) => take(replaceSegment(segments, at, next))}
      onJoin={(next) => take(joinNext(changeSegment(segments, at, next), at))}
      onCancel={done}
    />
  )
  return (
    <div ref={box} className={styles.box}>
      <ol className={styles.list} aria-label={t('media.segments')} style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(({ index, start }) => {
          const segment = segments[index]
          if (!segment) return null
          const own = (marks.get(index) ?? none).map((match) =>
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
                current={index === spoken}
                speaker={segment.speaker !== null && segment.speaker !== segments[index - 1]?.speaker}
                marks={own}
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
