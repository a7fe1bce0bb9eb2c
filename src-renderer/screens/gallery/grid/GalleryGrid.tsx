import { type RefObject, useEffect, useMemo } from 'react'
import type { Tile } from '../../../../src-preload/contract/types/asset.ts'
import { formatNumber, t } from '../../../i18n/t.ts'
import { renderedIndexes } from '../../../lib/virtualList.ts'
import { classes } from '../../../ui/classes.ts'
import { useScroller } from '../../../ui/useScroller.ts'
import { formatDay } from '../core/timeline/formatDay.ts'
import { nearEnds, topToReveal, visibleRange } from '../core/scrolling.ts'
import { isTileSelected } from '../core/selectedTiles.ts'
import { daysOf, layOutTiles, wholeSection, type DaySection, type TileShape } from '../core/tileLayout.ts'
import type { RailScale } from '../core/timeline/RailScale.ts'
import { GalleryTile, TileSkeletons } from './GalleryTile.tsx'
import {
  tileIndexOf,
  type GridActions,
  useTileCommands,
  useTileFocus,
  useVideoPreview,
} from './useTileInteraction.ts'
import { resultHandlers, type ResultTarget } from '../../../widgets/results/menu/resultMenu.ts'
import { TimelineRail } from '../timeline/TimelineRail.tsx'
import { galleryView, type GridJump } from '../galleryView.ts'
import { useStacks } from './useStacks.ts'
import { SCROLL_STEP, useGridScroll } from './useGridScroll.ts'
import rowStyles from '../../../ui/layout/row.module.css'
import textStyles from '../../../ui/layout/text.module.css'
import styles from '../Gallery.module.css'

interface Props extends GridActions {
  tiles: Tile[]
  rowHeight: number
  shape: TileShape
  /** Whether the results are sorted by date, so that each day has a heading. */
  hasDays: boolean
  /** The dates or values of all results, for the rail beside the grid; null until they are known, undefined for no rail. */
  scale: RailScale | null | undefined
  /** Rank of the first tile, which may be an estimate. */
  firstRank: number
  hasMore: boolean
  /** Whether there are results above the first one. */
  hasPrevious: boolean
  /** A jump that hasn't happened yet. */
  jump: GridJump | undefined
  onJumped: () => void
  /** Key under which the scroll position is remembered. */
  scrollKey: string
  /** Tile to scroll to, for example the one in the viewer. */
  shownId: string | undefined
  /** Set to the first result in view. */
  topTile: RefObject<Tile | undefined>
  /** Undefined while nothing is being selected. */
  selectedIds: ReadonlySet<string> | undefined
  onMore: () => void
  onPrevious: () => void
  /** What the context menu and the drag of a tile with these results apply to. */
  targetOf: (ids: readonly string[]) => ResultTarget | undefined
  /** Shows the result with this rank. */
  onSeek: (rank: number) => Promise<unknown>
}

/** Margins in px. The right one is smaller because of the scrollbar's gutter or the rail. */
const LEFT_MARGIN = 20
const RIGHT_MARGIN = 10
const BOTTOM_MARGIN = 20
/** The layout is not computed for narrower grids, in px. */
const MIN_GRID_WIDTH = 120

/** The virtual grid: only tiles near the viewport are rendered. The folder `core` computes layout, scrolling and commands. */
export function GalleryGrid(props: Props) {
  const {
    rowHeight,
    shape,
    hasDays,
    scale,
    firstRank,
    hasMore,
    hasPrevious,
    scrollKey,
    selectedIds,
    onStar,
  } = props
  const isStacking = galleryView((view) => view.isStacking) && hasDays
  const stacked = useStacks(props.tiles, isStacking, props.jump)
  const { tiles } = stacked
  const shownId = stacked.shownIdOf(props.shownId)
  // Days with all of their results, stacked or not.
  const allDays = useMemo(
    () => (hasDays ? daysOf(props.tiles) : wholeSection(props.tiles)),
    [props.tiles, hasDays],
  )
  const { ref, width, height } = useScroller(SCROLL_STEP)
  const gridWidth = Math.max(MIN_GRID_WIDTH, width - LEFT_MARGIN - RIGHT_MARGIN)
  const days = useMemo(() => (hasDays ? daysOf(tiles) : wholeSection(tiles)), [tiles, hasDays])
  const layout = useMemo(
    () => layOutTiles(tiles, days, { width: gridWidth, rowHeight, shape, hasHeadings: hasDays }),
    [tiles, days, gridWidth, rowHeight, shape, hasDays],
  )
  const reveal = (index: number) => {
    const element = ref.current
    if (element) element.scrollTop = topToReveal(layout, index, element.scrollTop, element.clientHeight)
  }
  const focus = useTileFocus(ref, { tiles, shownIdOf: stacked.shownIdOf, shownId, reveal })
  const isMeasured = width > 0
  const { top, onScroll } = useGridScroll(ref, {
    tiles,
    layout,
    hasPrevious,
    scrollKey,
    jump: stacked.jump,
    isMeasured,
    onJumped: ({ to, takesFocus }) => {
      if (takesFocus) focus.requestFocus(to === 'first' ? 0 : to === 'last' ? tiles.length - 1 : to.index)
      props.onJumped()
    },
  })
  const preview = useVideoPreview(tiles)
  // After each render, because the view may still be near an end after a page was loaded.
  useEffect(() => {
    const { isNearEnd, isNearStart } = nearEnds(layout, ref.current?.scrollTop ?? 0, height)
    if (hasMore && isNearEnd) props.onMore()
    if (hasPrevious && isNearStart) props.onPrevious()
  })
  const isSelecting = selectedIds !== undefined
  const { onKeyDown, onClick } = useTileCommands(
    { tiles, layout, viewHeight: height, hasMore, hasPrevious, isSelecting, focus, reveal },
    { ...props, onStack: stacked.toggle, membersOf: stacked.membersOf },
  )
  const targetAt = (element: Element): ResultTarget | undefined => {
    const tile = tiles[tileIndexOf(element) ?? -1]
    return tile && props.targetOf(stacked.membersOf(tile.id))
  }
  const range = visibleRange(layout, top, height + SCROLL_STEP)
  const topIndex = stacked.indexOf(layout.range(top + SCROLL_STEP, top + SCROLL_STEP).first)
  const topTile = props.tiles[topIndex]
  const { topTile: topTileRef } = props
  useEffect(() => void (topTileRef.current = topTile), [topTileRef, topTile])
  const hasRail = scale !== undefined && (hasMore || hasPrevious || layout.height > height)
  return (
    <div className={styles.view}>
      <div
        ref={ref}
        id={GRID_ID}
        className={classes(rowStyles.scroller, styles.scroller, hasRail && scale && styles.bare)}
        onScroll={onScroll}
      >
        {isMeasured && (
          // Handles clicks and keys of all tiles, which are buttons.
          <section
            aria-label={t('gallery.results')}
            className={styles.canvas}
            style={{
              height: layout.height + BOTTOM_MARGIN,
              margin: `0 ${RIGHT_MARGIN}px 0 ${LEFT_MARGIN}px`,
            }}
            onClick={onClick}
            onFocus={focus.onFocus}
            onBlur={focus.onBlur}
            onKeyDown={onKeyDown}
            {...resultHandlers(targetAt)}
            onPointerOver={preview.onPointerOver}
            onPointerLeave={preview.onPointerLeave}
          >
            {hasDays && (
              <DayHeadings
                days={allDays}
                sections={layout.sections(range.top, range.bottom)}
                isLastComplete={!hasMore}
                isFirstComplete={!hasPrevious}
              />
            )}
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
                    isSelected={selectedIds && isTileSelected(stacked.membersOf(tile.id), selectedIds)}
                    isPreviewed={tile.id === preview.id}
                    canStar={onStar !== undefined}
                    stack={stacked.stacks.get(tile.id)}
                  />
                )
              )
            })}
            {hasMore && <TileSkeletons top={layout.height} rowHeight={rowHeight} rows={2} />}
          </section>
        )}
      </div>
      {hasRail && scale && (
        <TimelineRail
          scale={scale}
          controls={GRID_ID}
          rank={topTile ? scale.rankOf(topTile, firstRank + topIndex) : 0}
          onSeek={props.onSeek}
        />
      )}
    </div>
  )
}

const GRID_ID = 'gallery-grid'

interface DayHeadingsProps {
  days: DaySection[]
  sections: { section: number; top: number; bottom: number }[]
  /** Whether the last day is loaded completely, so that its count is correct. */
  isLastComplete: boolean
  /** The same for the first day, which may be incomplete after a jump. */
  isFirstComplete: boolean
}

/** The heading of each day, sticky while its tiles scroll. */
function DayHeadings({ days, sections, isLastComplete, isFirstComplete }: DayHeadingsProps) {
  return sections.map(({ section, top, bottom }) => {
    const day = days[section]
    if (day === undefined) return null
    const isComplete = (isLastComplete || section < days.length - 1) && (isFirstComplete || section > 0)
    return (
      <div key={day.day} className={styles.band} style={{ top, height: bottom - top }}>
        <h2 className={styles.day}>
          {formatDay(day.day, Date.now())}
          {isComplete && (
            <span className={classes(textStyles.quiet, styles.count)}>{formatNumber(day.count)}</span>
          )}
        </h2>
      </div>
    )
  })
}
