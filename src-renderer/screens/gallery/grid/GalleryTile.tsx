import { Check, Layers, Minus, Play, Star } from 'lucide-react'
import { memo, useEffect, useState } from 'react'
import type { Tile } from '../../../../src-preload/contract/types/asset.ts'
import { fileUrl } from '../../../host/fileUrl.ts'
import { t } from '../../../i18n/t.ts'
import { formatDuration } from '../../../lib/format/time.ts'
import { classes } from '../../../ui/classes.ts'
import badgeStyles from '../../../ui/layout/badge.module.css'
import { useApiQuery } from '../../../host/useApiQuery.ts'
import { RatingStars } from '../../../ui/fields/Rating.tsx'
import { Thumb } from '../../../widgets/thumbs/Thumb.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import type { Stack } from '../core/stacks.ts'
import { GAP } from '../core/tileLayout.ts'
import styles from './GalleryTile.module.css'
import gridStyles from '../Gallery.module.css'

interface Props {
  tile: Tile
  index: number
  x: number
  y: number
  width: number
  height: number
  /** Whether Tab focuses this tile. */
  isFocusable: boolean
  /** Undefined while nothing is being selected; "mixed" for a closed stack with only some results selected. */
  isSelected: boolean | 'mixed' | undefined
  /** Whether its video plays. */
  isPreviewed: boolean
  canStar: boolean
  /** The stack that begins with this result. */
  stack: Stack | undefined
}

/** Accessible name of a tile: the prompt, and the model of the result or of all results of a closed stack. */
const tileName = ({ title, modelName }: Pick<Tile, 'title' | 'modelName'>): string =>
  [title.trim() || t('gallery.untitled'), modelName].filter(Boolean).join(' · ')

/** Narrower tiles have no room for their title, in px. */
const MIN_TITLE_WIDTH = 120

/** A result. The grid handles its clicks and keys. */
export const GalleryTile = memo(function GalleryTile({
  tile,
  index,
  x,
  y,
  width,
  height,
  isFocusable,
  isSelected,
  isPreviewed,
  canStar,
  stack,
}: Props) {
  const starred = tile.starredAt !== null
  const isClosedStack = stack?.isOpen === false
  const name = tileName({ title: tile.title, modelName: isClosedStack ? stack.modelName : tile.modelName })
  const descriptionId = `description-${tile.id}`
  const description = [
    isClosedStack && t('organize.stacked', { count: stack.count }),
    tile.rating > 0 && t('organize.stars', { count: tile.rating }),
  ]
    .filter(Boolean)
    .join(' · ')
  const stackLabel =
    stack && t(stack.isOpen ? 'organize.close_stack' : 'organize.open_stack', { count: stack.count })
  const [isHighlighted, setHighlighted] = useState(false)
  return (
    <div
      data-tile-index={index}
      className={classes(
        styles.tile,
        isSelected && styles.picked,
        isClosedStack && styles.stacked,
        tile.kind === 'text' && styles.page,
      )}
      style={{ width, height, transform: `translate(${x}px, ${y}px)` }}
      onPointerEnter={() => setHighlighted(true)}
      onPointerLeave={() => setHighlighted(false)}
      onFocus={() => setHighlighted(true)}
      onBlur={() => setHighlighted(false)}
    >
      <button
        type="button"
        draggable
        data-index={index}
        tabIndex={isFocusable ? 0 : -1}
        aria-pressed={isSelected}
        aria-describedby={description === '' ? undefined : descriptionId}
        className={styles.button}
      >
        <span className={styles.image}>
          <Thumb asset={tile} alt={name} caption={tile.title} />
          {isPreviewed && (
            <video
              src={fileUrl(tile.id)}
              className={styles.preview}
              autoPlay
              loop
              muted
              playsInline
              tabIndex={-1}
              aria-hidden
            />
          )}
        </span>
        {tile.durationMs !== null && (
          <span className={classes(badgeStyles.badge, badgeStyles.corner, styles.duration)}>
            {tile.kind === 'video' && <Play aria-hidden />}
            {formatDuration(tile.durationMs)}
          </span>
        )}
        {(isSelected === undefined ? width > MIN_TITLE_WIDTH : isSelected && tile.rating > 0) && (
          <span className={styles.text} aria-hidden>
            {tile.rating > 0 && <RatingStars rating={tile.rating} />}
            {isSelected === undefined && (
              <>
                <span dir="auto">{tile.title}</span>
                {isHighlighted && <TileTags id={tile.id} />}
              </>
            )}
          </span>
        )}
        {isSelected !== undefined && (
          <span className={styles.mark} aria-hidden>
            {isSelected === 'mixed' ? <Minus /> : isSelected && <Check />}
          </span>
        )}
      </button>
      {description !== '' && (
        <span id={descriptionId} hidden>
          {description}
        </span>
      )}
      {stack && (
        // The E key on the tile does the same; the grid has only one tab stop.
        <button
          type="button"
          data-stack
          tabIndex={-1}
          aria-expanded={stack.isOpen}
          aria-label={stackLabel}
          title={stackLabel}
          className={classes(badgeStyles.badge, styles.stack, isSelected !== undefined && styles.beside)}
        >
          <Layers aria-hidden />
          {stack.count}
        </button>
      )}
      {canStar && (
        // The S key on the tile does the same; the grid has only one tab stop.
        <button
          type="button"
          data-star
          tabIndex={-1}
          aria-pressed={starred}
          aria-label={t('collections.star_of', { title: name })}
          className={styles.star}
        >
          <Star aria-hidden />
        </button>
      )}
    </div>
  )
})

/** How long a tile must be hovered or focused before its tags are read, in ms. */
const TAGS_DELAY_MS = 200

/** The tags of the hovered or focused tile. */
function TileTags({ id }: { id: string }) {
  const [isReady, setReady] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setReady(true), TAGS_DELAY_MS)
    return () => clearTimeout(timer)
  }, [])
  const { data } = useApiQuery('tags.count', { ids: [id] }, { enabled: isReady, dropUnused: true })
  if (!data || data.tags.length === 0) return null
  return <span>{data.tags.map(({ name }) => name).join(' · ')}</span>
}

interface TileSkeletonsProps {
  /** Top of the first row in px. */
  top: number
  rowHeight: number
  rows: number
}

const ASPECT_RATIOS = [1.33, 1, 0.75, 1.78, 1, 1.5, 1.33, 0.75, 1, 1.78]
const POSITIONS = [...ASPECT_RATIOS.keys()]

/** Placeholder rows in typical aspect ratios. */
export function TileSkeletons({ top, rowHeight, rows }: TileSkeletonsProps) {
  return [...Array(rows).keys()].map((row) => (
    <div
      key={row}
      className={gridStyles.row}
      style={{ top: top + row * (rowHeight + GAP), height: rowHeight }}
    >
      {POSITIONS.map((position) => {
        const ratio = ASPECT_RATIOS[(position + row * 3) % ASPECT_RATIOS.length] ?? 1
        return (
          <Skeleton key={position} width={ratio * rowHeight} height={rowHeight} className={gridStyles.tile} />
        )
      })}
    </div>
  ))
}
