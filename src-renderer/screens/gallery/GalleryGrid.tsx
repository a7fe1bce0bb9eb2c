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
import rowStyles from '../../ui/row.module.css'
import styles from './Gallery.module.css'
import { GalleryTile } from './GalleryTile.tsx'
import { HEADING, useGridLayout } from './layout/useGridLayout.ts'
import { windowOf } from './layout/windowOf.ts'
import { galleryView } from './model/galleryView.ts'
import { moveOf } from './model/moveOf.ts'
import { TileSkeletons } from './TileSkeletons.tsx'
import { useAnchor } from './useAnchor.ts'
import { useCurrent } from './useCurrent.ts'
import { useScroller } from '../../ui/useScroller.ts'

interface Props {
  tiles: Tile[]
  rowHeight: number
  hasMore: boolean
  /** Whether there is something above the first. */
  above: boolean
  /** Where the user has just gone to: it begins there, with the focus. */
  begin: 'first' | 'last' | undefined
  /** Under this name the place is kept while one is elsewhere. */
  place: string
  /** Tile to bring into view and hold, such as the one the viewer shows. */
  shown: string | undefined
  /** Undefined: nothing is being picked. */
  picked: ReadonlySet<string> | undefined
  onMore: () => void
  onNewer: () => void
  /** To the very newest or the very oldest, which is not among these. */
  onJump: (to: 'first' | 'last') => void
  onOpen: (id: string) => void
  onPick: (id: string, range: boolean) => void
  /** Absent: nothing here is starred. */
  onStar: ((id: string, starred: boolean) => void) | undefined
  onTrash: (id: string) => void
}

/** At the right the scrollbar's gutter makes up the difference. */
const LEFT = 20
const RIGHT = 10
const STEP = 48
/** Farther down than any grid: the window holds it at the end. */
const FAR = 2 ** 40

/**
 * The virtual grid: only tiles near the viewport are rendered. Roving focus: Tab reaches one tile, arrow keys move from there.
 */
export function GalleryGrid(props: Props) {
  const { tiles, rowHeight, place, shown, picked, begin } = props
  const { ref, width, height, top, onScroll } = useScroller(STEP)
  const inner = Math.max(120, width - LEFT - RIGHT)
  const { layout, days } = useGridLayout(tiles, inner, rowHeight)
  const note = useAnchor(ref, layout, tiles, props.above)
  const [at, setCurrent] = useCurrent(tiles, begin === 'last' ? tiles.length - 1 : 0)
  const focusNext = useRef(false)
  const beginning = useRef(begin)
  const seen = windowOf(layout, top, height + STEP)

  const reveal = (index: number) => {
    const element = ref.current
    if (element === null) return
    const box = layout.box(index)
    const above = box.y - HEADING
    const below = box.y + box.height + 12 - element.clientHeight
    if (element.scrollTop > above) element.scrollTop = above
    else if (element.scrollTop < below) element.scrollTop = below
  }
  const measured = width > 0
  useLayoutEffect(() => {
    const element = ref.current
    if (!measured || element === null) return
    const to = beginning.current
    beginning.current = undefined
    if (to === undefined) element.scrollTop = galleryView.getState().places.get(place) ?? 0
    else element.scrollTop = to === 'last' ? FAR : 0
    if (to !== undefined) focusNext.current = true
  }, [place, ref, measured])
  // Only when another tile is shown, because new results must not scroll the view.
  const revealShown = useEffectEvent((id: string) => {
    const index = tiles.findIndex((tile) => tile.id === id)
    if (index !== -1) reveal(index)
  })
  const [lastShown, setLastShown] = useState<string>()
  if (shown !== lastShown) {
    setLastShown(shown)
    setCurrent(
      Math.max(
        0,
        tiles.findIndex(({ id }) => id === (shown ?? lastShown)),
      ),
    )
  }
  const focusCurrent = useEffectEvent(() => {
    if (shown !== undefined) return
    ref.current?.querySelector<HTMLElement>(`[data-index="${at}"]`)?.focus({ preventScroll: true })
  })
  useEffect(() => {
    if (shown === undefined) return
    revealShown(shown)
    // After the viewer has given the focus back to where it was opened from.
    return () => void setTimeout(focusCurrent)
  }, [shown])
  useEffect(() => {
    if (!focusNext.current) return
    focusNext.current = false
    focusCurrent()
  })
  useEffect(() => {
    if (props.hasMore && height > 0 && top + height * 3 > layout.height) props.onMore()
    if (props.above && height > 0 && (ref.current?.scrollTop ?? 0) < height * 2) props.onNewer()
  })

  const moveTo = (index: number) => {
    focusNext.current = true
    setCurrent(index)
    reveal(index)
  }
  // Keyboard navigation continues from the focused tile, however it got the focus (a click on its star, a screen reader).
  const onFocus = (event: FocusEvent) => {
    const index = indexOf(event.target)
    if (index !== undefined && index !== at) setCurrent(index)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const from = indexOf(event.target)
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
    const far = (event.key === 'End' && props.hasMore) || (event.key === 'Home' && props.above)
    if (far) {
      event.preventDefault()
      return props.onJump(event.key === 'End' ? 'last' : 'first')
    }
    const next = moveOf(event.key, from, layout)
    if (next === undefined) return
    event.preventDefault()
    moveTo(next)
  }
  const onClick = (event: MouseEvent) => {
    const index = indexOf(event.target)
    const tile = index === undefined ? undefined : tiles[index]
    if (index === undefined || !tile) return
    if (event.target instanceof Element && event.target.closest('[data-star]'))
      return props.onStar?.(tile.id, tile.starredAt === null)
    setCurrent(index)
    if (picked !== undefined || event.ctrlKey || event.metaKey || event.shiftKey)
      props.onPick(tile.id, event.shiftKey)
    else props.onOpen(tile.id)
  }

  const indexes = Array.from({ length: seen.end - seen.first }, (_, index) => seen.first + index)
  // The tile that holds the focus stays, and stays in its order: an element that is moved loses it.
  if (tiles.length > 0 && at < seen.first) indexes.unshift(at)
  else if (tiles.length > 0 && at >= seen.end) indexes.push(at)
  return (
    <div
      ref={ref}
      className={classes(rowStyles.scroller, styles.scroller)}
      onScroll={() => {
        onScroll()
        note()
        galleryView.getState().places.set(place, ref.current?.scrollTop ?? 0)
      }}
    >
      {width > 0 && (
        // Presses and keys of the tiles, which are buttons, are read here once for all of them.
        <section
          aria-label={t('gallery.results')}
          className={styles.canvas}
          style={{ height: layout.height + 20, margin: `0 ${RIGHT}px 0 ${LEFT}px` }}
          onClick={onClick}
          onFocus={onFocus}
          onKeyDown={onKeyDown}
        >
          <DayHeadings
            days={days}
            sections={layout.sections(seen.top, seen.bottom)}
            lastIsWhole={!props.hasMore}
            firstIsWhole={!props.above}
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
                  current={index === at}
                  picked={picked?.has(tile.id)}
                  starrable={props.onStar !== undefined}
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

/** The tile an event came from, by its place among the tiles. */
function indexOf(target: EventTarget): number | undefined {
  const tile = target instanceof Element ? target.closest<HTMLElement>('[data-at]') : null
  return tile ? Number(tile.dataset['at']) : undefined
}
