import { Check, Star } from 'lucide-react'
import { memo } from 'react'
import type { Tile } from '../../../src-preload/contract/types/asset.ts'
import { t } from '../../i18n/t.ts'
import { formatDuration } from '../../lib/time.ts'
import { classes } from '../../ui/classes.ts'
import badgeStyles from '../../ui/layout/badge.module.css'
import { Thumb } from '../../widgets/thumbs/Thumb.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { GAP } from './core/tileLayout.ts'
import styles from './GalleryTile.module.css'
import gridStyles from './Gallery.module.css'

interface Props {
  tile: Tile
  index: number
  x: number
  y: number
  width: number
  height: number
  /** Whether Tab focuses this tile. */
  isFocusable: boolean
  /** Undefined while nothing is being selected. */
  isSelected: boolean | undefined
  canStar: boolean
}

/** Accessible name of a tile: the prompt and the model. */
const tileName = ({ title, modelName }: Tile): string =>
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
  canStar,
}: Props) {
  const starred = tile.starredAt !== null
  return (
    <div
      data-at={index}
      className={classes(styles.tile, isSelected && styles.picked)}
      style={{ width, height, transform: `translate(${x}px, ${y}px)` }}
    >
      <button
        type="button"
        data-index={index}
        tabIndex={isFocusable ? 0 : -1}
        aria-pressed={isSelected}
        className={styles.button}
      >
        <span className={styles.image}>
          <Thumb asset={tile} alt={tileName(tile)} caption={tile.title} />
        </span>
        {tile.durationMs !== null && (
          <span className={classes(badgeStyles.badge, badgeStyles.corner)}>
            {formatDuration(tile.durationMs)}
          </span>
        )}
        {isSelected === undefined && width > MIN_TITLE_WIDTH && (
          <span className={styles.text} aria-hidden>
            {tile.title}
          </span>
        )}
        {isSelected !== undefined && (
          <span className={styles.mark} aria-hidden>
            {isSelected && <Check />}
          </span>
        )}
      </button>
      {canStar && (
        // The S key on the tile does the same; the grid has only one tab stop.
        <button
          type="button"
          data-star
          tabIndex={-1}
          aria-pressed={starred}
          aria-label={t('collections.star_of', { title: tileName(tile) })}
          className={styles.star}
        >
          <Star aria-hidden />
        </button>
      )}
    </div>
  )
})

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
