import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import type { Tile } from '../../../src-preload/contract/types/asset.ts'
import { t } from '../../i18n/t.ts'
import { DayHeadings } from './DayHeadings.tsx'
import { classes } from '../../ui/classes.ts'
import rowStyles from '../../ui/layout/row.module.css'
import { GalleryTile, TileSkeletons } from './GalleryTile.tsx'
import { HEADING, useGridLayout, visibleRange } from './layout/useGridLayout.ts'
import { galleryView } from './galleryView.ts'
import { nextTile, useFocusedTile } from './useFocusedTile.ts'
import { useAnchor } from './layout/useAnchor.ts'
import { useScroller } from '../../ui/useScroller.ts'
import styles from './Gallery.module.css'

interface Props {
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
  shown: string | undefined
  /** Undefined while nothing is being selected. */
  picked: ReadonlySet<string> | undefined
  onMore: () => void
  onNewer: () => void
  /** Jumps to the newest or oldest result, which isn't loaded. */
  onJump: (to: 'first' | 'last') => void
  onOpen: (id: string) => void
  onPick: (id: string, range: boolean) => void
  /** Absent if results can't be starred here. */
  onStar: ((id: string, starred: boolean) => void) | undefined
  onTrash: (id: string) => void
}

/** The right margin is smaller because of the scrollbar's gutter. */
const LEFT_MARGIN = 20
const RIGHT_MARGIN = 10
const SCROLL_STEP = 48
/** Larger than any grid; the browser clamps it to the end. */
const MAX_SCROLL_TOP = 2 ** 40

/**
 * The virtual grid: only tiles near the viewport are rendered. Roving focus: Tab reaches one tile, arrow keys move from there.
 */
export function GalleryGrid(props: Props) {
  const { tiles, rowHeight, scrollKey, shown, picked, startAt } = props
  const { ref, width, height, top, onScroll } = useScroller(SCROLL_STEP)
  const inner = Math.max(120, width - LEFT_MARGIN - RIGHT_MARGIN)
  const { layout, days } = useGridLayout(tiles, inner, rowHeight)
  const recordAnchor = useAnchor(ref, layout, tiles, props.hasNewer)
  const [focusedIndex, setFocusedIndex] = useFocusedTile(tiles, startAt === 'last' ? tiles.length - 1 : 0)
  const focusNext = useRef(false)
  const initialJump = useRef(startAt)
  const range = visibleRange(layout, top, height + SCROLL_STEP)

  const reveal = (index: number) => {
    const element = ref.current
    if (element === null) return
    const box = layout.box(index)
    const above = box.y - HEADING
    const below = box.y + box.height + 12 - element.clientHeight
    if (element.scrollTop > above) element.scrollTop = above
    else if (element.scrollTop < below) element.scrollTop = below
  }
  const isMeasured = width > 0
  useLayoutEffect(() => {
    const element = ref.current
    if (!isMeasured || element === null) return
    const to = initialJump.current
    initialJump.current = undefined
    if (to === undefined) element.scrollTop = galleryView.getState().scrollPositions.get(scrollKey) ?? 0
    else element.scrollTop = to === 'last' ? MAX_SCROLL_TOP : 0
    if (to !== undefined) focusNext.current = true
  }, [scrollKey, ref, isMeasured])
  // Only when another tile is shown, because new results must not scroll the view.
  const revealShown = useEffectEvent((id: string) => {
    const index = tiles.findIndex((tile) => tile.id === id)
    if (index !== -1) reveal(index)
  })
  const [lastShown, setLastShown] = useState<string>()
  if (shown !== lastShown) {
    setLastShown(shown)
    setFocusedIndex(
      Math.max(
        0,
        tiles.findIndex(({ id }) => id === (shown ?? lastShown)),
      ),
    )
  }
  const focusCurrent = useEffectEvent(() => {
    if (shown !== undefined) return
    ref.current?.querySelector<HTMLElement>(`[data-index="${focusedIndex}"]`)?.focus({ preventScroll: true })
  })
  useEffect(() => {
    if (shown === undefined) return
    revealShown(shown)
    // After the viewer has returned the focus.
    return () => void setTimeout(focusCurrent)
  }, [shown])
  useEffect(() => {
    if (!focusNext.current) return
    focusNext.current = false
    focusCurrent()
  })
  useEffect(() => {
    if (props.hasMore && height > 0 && top + height * 3 > layout.height) props.onMore()
    if (props.hasNewer && height > 0 && (ref.current?.scrollTop ?? 0) < height * 2) props.onNewer()
  })

  const moveTo = (index: number) => {
    focusNext.current = true
    setFocusedIndex(index)
    reveal(index)
  }
  // Keyboard navigation continues from the focused tile, however it got the focus (a click on its star, a screen reader).
  const onFocus = (event: FocusEvent) => {
    const index = tileIndexOf(event.target)
    if (index !== undefined && index !== focusedIndex) setFocusedIndex(index)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const from = tileIndexOf(event.target)
    if (from === undefined) return
    const tile = tiles[from]
    if (event.key === 'Delete' && tile) {
      event.preventDefault()
      focusNext.current = true
      props.onTrash(tile.id)
      return
    }
    if (event.key === 's' && tile && props.onStar) {
      event.preventDefault()
      props.onStar(tile.id, tile.starredAt === null)
      return
    }
    const isJump = (event.key === 'End' && props.hasMore) || (event.key === 'Home' && props.hasNewer)
    if (isJump) {
      event.preventDefault()
      return props.onJump(event.key === 'End' ? 'last' : 'first')
    }
    const next = nextTile(event.key, from, layout)
    if (next === undefined) return
    event.preventDefault()
    moveTo(next)
  }
  const onClick = (event: MouseEvent) => {
    const index = tileIndexOf(event.target)
    const tile = index === undefined ? undefined : tiles[index]
    if (index === undefined || !tile) return
    if (event.target instanceof Element && event.target.closest('[data-star]'))
      return props.onStar?.(tile.id, tile.starredAt === null)
    setFocusedIndex(index)
    if (picked !== undefined || event.ctrlKey || event.metaKey || event.shiftKey)
      props.onPick(tile.id, event.shiftKey)
    else props.onOpen(tile.id)
  }

  const indexes = Array.from({ length: range.end - range.first }, (_, index) => range.first + index)
  // The focused tile stays rendered in its order, because an element that is moved in the DOM loses the focus.
  if (tiles.length > 0 && focusedIndex < range.first) indexes.unshift(focusedIndex)
  else if (tiles.length > 0 && focusedIndex >= range.end) indexes.push(focusedIndex)
  return (
    <div
      ref={ref}
      className={classes(rowStyles.scroller, styles.scroller)}
      onScroll={() => {
        onScroll()
        recordAnchor()
        galleryView.getState().scrollPositions.set(scrollKey, ref.current?.scrollTop ?? 0)
      }}
    >
      {width > 0 && (
        // Handles clicks and keys of all tiles, which are buttons.
        <section
          aria-label={t('gallery.results')}
          className={styles.canvas}
          style={{ height: layout.height + 20, margin: `0 ${RIGHT_MARGIN}px 0 ${LEFT_MARGIN}px` }}
          onClick={onClick}
          onFocus={onFocus}
          onKeyDown={onKeyDown}
        >
          <DayHeadings
            days={days}
            sections={layout.sections(range.top, range.bottom)}
            isLastComplete={!props.hasMore}
            isFirstComplete={!props.hasNewer}
          />
          {indexes.map((index) => {
            const tile = tiles[index]
            const box = layout.box(index)
            return (
              tile && (
                <GalleryTile
                  key={tile.id}
                  tile={tile}
                  index={index}
                  {...box}
                  isFocusable={index === focusedIndex}
                  isSelected={picked?.has(tile.id)}
                  canStar={props.onStar !== undefined}
                />
              )
            )
          })}
          {props.hasMore && <TileSkeletons top={layout.height} rowHeight={rowHeight} rows={2} />}
        </section>
      )}
    </div>
  )
}

/** Index of the tile that an event came from. */
function tileIndexOf(target: EventTarget): number | undefined {
  const tile = target instanceof Element ? target.closest<HTMLElement>('[data-at]') : null
  return tile ? Number(tile.dataset['at']) : undefined
}
