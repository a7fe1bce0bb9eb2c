import { useEffect, useMemo } from 'react'
import type { Tile } from '../../../src-preload/contract/types/asset.ts'
import { t } from '../../i18n/t.ts'
import { renderedIndexes } from '../../lib/virtual/renderedIndexes.ts'
import { classes } from '../../ui/classes.ts'
import rowStyles from '../../ui/layout/row.module.css'
import { useScroller } from '../../ui/useScroller.ts'
import { nearEnds, topToReveal, visibleRange } from './core/ranges.ts'
import { daysOf, layOutTiles } from './core/tileLayout.ts'
import { DayHeadings } from './DayHeadings.tsx'
import { GalleryTile, TileSkeletons } from './GalleryTile.tsx'
import { useGridScroll } from './useGridScroll.ts'
import { type TileActions, useTileCommands } from './useTileCommands.ts'
import { useTileFocus } from './useTileFocus.ts'
import styles from './Gallery.module.css'

interface Props extends TileActions {
  tiles: Tile[]
  rowHeight: number
  hasMore: boolean
  /** Whether there are results above the first one. */
  hasNewer: boolean
  /** Where the grid starts with the focus after a jump. */
  startAt: 'first' | 'last' | undefined
  /** Key under which the scroll position is remembered. */
  scrollKey: string
  /** Tile to scroll to, for example the one in the viewer. */
  shownId: string | undefined
  /** Undefined while nothing is being selected. */
  selectedIds: ReadonlySet<string> | undefined
  onMore: () => void
  onNewer: () => void
}

/** The right margin is smaller because of the scrollbar's gutter. */
const LEFT_MARGIN = 20
const RIGHT_MARGIN = 10
const SCROLL_STEP = 48

/** The virtual grid: only tiles near the viewport are rendered. `core` has its logic. */
export function GalleryGrid(props: Props) {
  const { tiles, rowHeight, hasMore, hasNewer, startAt, scrollKey, shownId, selectedIds, onStar } = props
  const { ref, width, height, top, onScroll } = useScroller(SCROLL_STEP)
  const inner = Math.max(120, width - LEFT_MARGIN - RIGHT_MARGIN)
  const days = useMemo(() => daysOf(tiles), [tiles])
  const layout = useMemo(() => layOutTiles(tiles, days, inner, rowHeight), [tiles, days, inner, rowHeight])
  const reveal = (index: number) => {
    const element = ref.current
    if (element) element.scrollTop = topToReveal(layout, index, element.scrollTop, element.clientHeight)
  }
  const initialIndex = startAt === 'last' ? tiles.length - 1 : 0
  const focus = useTileFocus(ref, { tiles, initialIndex, shownId, reveal })
  const isMeasured = width > 0
  const onJumped = focus.requestFocus
  const recordScroll = useGridScroll(ref, {
    tiles,
    layout,
    hasNewer,
    scrollKey,
    startAt,
    isMeasured,
    onJumped,
  })
  useEffect(() => {
    const { isNearEnd, isNearStart } = nearEnds(layout, ref.current?.scrollTop ?? 0, height)
    if (hasMore && isNearEnd) props.onMore()
    if (hasNewer && isNearStart) props.onNewer()
  })
  const isSelecting = selectedIds !== undefined
  const { onKeyDown, onClick } = useTileCommands(
    { tiles, layout, hasMore, hasNewer, isSelecting, focus, reveal },
    props,
  )
  const range = visibleRange(layout, top, height + SCROLL_STEP)
  return (
    <div
      ref={ref}
      className={classes(rowStyles.scroller, styles.scroller)}
      onScroll={() => {
        onScroll()
        recordScroll()
      }}
    >
      {isMeasured && (
        // Handles clicks and keys of all tiles, which are buttons.
        <section
          aria-label={t('gallery.results')}
          className={styles.canvas}
          style={{ height: layout.height + 20, margin: `0 ${RIGHT_MARGIN}px 0 ${LEFT_MARGIN}px` }}
          onClick={onClick}
          onFocus={focus.onFocus}
          onKeyDown={onKeyDown}
        >
          <DayHeadings
            days={days}
            sections={layout.sections(range.top, range.bottom)}
            isLastComplete={!hasMore}
            isFirstComplete={!hasNewer}
          />
          {renderedIndexes(range, focus.index).map((index) => {
            const tile = tiles[index]
            return (
              tile && (
                <GalleryTile
                  key={tile.id}
                  tile={tile}
                  index={index}
                  {...layout.box(index)}
                  isFocusable={index === focus.index}
                  isSelected={selectedIds?.has(tile.id)}
                  canStar={onStar !== undefined}
                />
              )
            )
          })}
          {hasMore && <TileSkeletons top={layout.height} rowHeight={rowHeight} rows={2} />}
        </section>
      )}
    </div>
  )
}
