import { useMemo, useRef, useState } from 'react'
import type { Segment } from '../../../../src-preload/contract/types/text.ts'
import { t } from '../../../i18n/t.ts'
import type { Match } from './findMatches.ts'
import styles from './SegmentList.module.css'
import { SegmentRow } from './SegmentRow.tsx'
import { useRows } from './useRows.ts'
import type { Search } from './useSearch.ts'

const none: Match[] = []

interface Props {
  segments: readonly Segment[]
  /** Index of the one being spoken; -1: none. */
  spoken: number
  playing: boolean
  search: Search
  onSeek: ((time: number) => void) | undefined
  onSave: (index: number, text: string) => void
}

/** Segments as a list that follows the medium and the search; only those near the view exist. */
export function SegmentList({ segments, spoken, playing, search, onSeek, onSave }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const [editing, setEditing] = useState<number>()
  const { current } = search
  const rows = useRows(box, {
    count: segments.length,
    followed: spoken,
    following: playing,
    sought: current?.segment,
  })
  const marks = useMemo(() => Map.groupBy(search.matches, ({ segment }) => segment), [search.matches])
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
              className={styles.item}
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
                editing={index === editing}
                onSeek={onSeek}
                onEdit={setEditing}
                onSave={onSave}
              />
            </li>
          )
        })}
      </ol>
    </div>
  )
}
