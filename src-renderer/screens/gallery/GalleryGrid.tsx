import { useEffect, useMemo, type RefObject, useEffectEvent, useLayoutEffect, useRef } from 'react'
import type { Tile } from '../../../src-preload/contract/types/asset.ts'
import { t } from '../../i18n/t.ts'
import { renderedIndexes } from '../../lib/virtualList.ts'
import { classes } from '../../ui/classes.ts'
import { useScroller } from '../../ui/useScroller.ts'
import {
  nearEnds,
  topToReveal,
  visibleRange,
  type Anchor,
  anchorAt,
  anchoredScrollTop,
} from './core/scrolling.ts'
import { daysOf, layOutTiles, type DaySection } from './core/tileLayout.ts'
import { GalleryTile, TileSkeletons } from './GalleryTile.tsx'
import { type TileActions, useTileCommands, useTileFocus } from './useTileInteraction.ts'
import { formatDay } from '../../lib/time.ts'
import type { JustifiedLayout } from './core/JustifiedLayout.ts'
import { galleryView } from './galleryView.ts'
import rowStyles from '../../ui/layout/row.module.css'
import textStyles from '../../ui/layout/text.module.css'
import styles from './Gallery.module.css'

interface Props extends TileActions {
  tiles: Tile[]
  rowHeight: number
  hasMore: boolean
  /** Whether there are results above the first one. */
  hasNewer: boolean
  /** The end at which the grid starts, with the focus there, after a jump. */
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

/** Margins in px. The right one is smaller because of the scrollbar's gutter. */
const LEFT_MARGIN = 20
const RIGHT_MARGIN = 10
const BOTTOM_MARGIN = 20
/** The layout is not computed for narrower grids, in px. */
const MIN_GRID_WIDTH = 120
/** Scroll distance in px after which the rendered tiles are computed again. */
const SCROLL_STEP = 48

/** The virtual grid: only tiles near the viewport are rendered. The folder `core` computes layout, scrolling and commands. */
export function GalleryGrid(props: Props) {
  const { tiles, rowHeight, hasMore, hasNewer, startAt, scrollKey, shownId, selectedIds, onStar } = props
  const { ref, width, height, top, onScroll } = useScroller(SCROLL_STEP)
  const gridWidth = Math.max(MIN_GRID_WIDTH, width - LEFT_MARGIN - RIGHT_MARGIN)
  const days = useMemo(() => daysOf(tiles), [tiles])
  const layout = useMemo(
    () => layOutTiles(tiles, days, gridWidth, rowHeight),
    [tiles, days, gridWidth, rowHeight],
  )
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
  // After each render, because the view may still be near an end after a page was loaded.
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
          style={{ height: layout.height + BOTTOM_MARGIN, margin: `0 ${RIGHT_MARGIN}px 0 ${LEFT_MARGIN}px` }}
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

interface DayHeadingsProps {
  days: DaySection[]
  sections: { section: number; top: number; bottom: number }[]
  /** Whether the last day is loaded completely, so that its count is correct. */
  isLastComplete: boolean
  /** The same for the first day, which may be incomplete if the view is read from its oldest result. */
  isFirstComplete: boolean
}

const countFormat = new Intl.NumberFormat('en')

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
            <span className={classes(textStyles.quiet, styles.count)}>{countFormat.format(day.count)}</span>
          )}
        </h2>
      </div>
    )
  })
}

interface GridScrollOptions {
  tiles: readonly { id: string }[]
  layout: JustifiedLayout
  hasNewer: boolean
  /** Key under which the scroll position is remembered. */
  scrollKey: string
  /** The end at which the grid starts after a jump; undefined for the remembered position. */
  startAt: 'first' | 'last' | undefined
  isMeasured: boolean
  /** Called once the grid is at the end that was jumped to. */
  onJumped: () => void
}

/** Larger than any grid; the browser clamps it to the end. */
const MAX_SCROLL_TOP = 2 ** 40

/**
 * Restores the scroll position, and keeps the visible tiles in place while the grid changes (scroll anchoring). Returns the
 * scroll handler.
 */
function useGridScroll(
  scrollerRef: RefObject<HTMLElement | null>,
  { tiles, layout, hasNewer, scrollKey, startAt, isMeasured, onJumped }: GridScrollOptions,
): () => void {
  const anchorRef = useRef<Anchor | null>(null)
  const initialJump = useRef(startAt)
  const onJumpedEvent = useEffectEvent(onJumped)
  useLayoutEffect(() => {
    const top = anchorRef.current && anchoredScrollTop(anchorRef.current, layout, tiles)
    if (scrollerRef.current && typeof top === 'number') scrollerRef.current.scrollTop = top
  }, [scrollerRef, layout, tiles])
  useLayoutEffect(() => {
    const element = scrollerRef.current
    if (!isMeasured || element === null) return
    const to = initialJump.current
    initialJump.current = undefined
    if (to === undefined) element.scrollTop = galleryView.getState().scrollPositions.get(scrollKey) ?? 0
    else {
      element.scrollTop = to === 'last' ? MAX_SCROLL_TOP : 0
      onJumpedEvent()
    }
  }, [scrollKey, scrollerRef, isMeasured])
  return () => {
    const top = scrollerRef.current?.scrollTop ?? 0
    anchorRef.current = anchorAt(top, layout, tiles, hasNewer)
    galleryView.getState().scrollPositions.set(scrollKey, top)
  }
}
