import { Check, Star } from 'lucide-react'
import { memo } from 'react'
import type { Tile } from '../../../src-preload/contract/types/asset.ts'
import { t } from '../../i18n/t.ts'
import { formatDuration } from '../../lib/time.ts'
import { classes } from '../../ui/classes.ts'
import badgeStyles from '../../ui/badge.module.css'
import styles from './GalleryTile.module.css'
import { Thumb } from '../../widgets/thumbs/Thumb.tsx'

interface Props {
  tile: Tile
  index: number
  x: number
  y: number
  width: number
  height: number
  /** The one the Tab key reaches. */
  current: boolean
  /** Undefined: nothing is being picked. */
  picked: boolean | undefined
  starrable: boolean
}

/** What a screen reader says of a tile: the prompt first. */
const nameOf = ({ title, modelName }: Tile): string =>
  [title.trim() || t('gallery.untitled'), modelName].filter(Boolean).join(' · ')

/** One result in the grid. What clicking it does is the grid's matter. */
export const GalleryTile = memo(function GalleryTile({
  tile,
  index,
  x,
  y,
  width,
  height,
  current,
  picked,
  starrable,
}: Props) {
  const starred = tile.starredAt !== null
  return (
    <div
      data-at={index}
      className={classes(styles.tile, picked && styles.picked)}
      style={{ width, height, transform: `translate(${x}px, ${y}px)` }}
    >
      <button
        type="button"
        data-index={index}
        tabIndex={current ? 0 : -1}
        aria-pressed={picked}
        className={styles.press}
      >
        <span className={styles.picture}>
          <Thumb asset={tile} alt={nameOf(tile)} words={tile.title} />
        </span>
        {tile.durationMs !== null && (
          <span className={classes(badgeStyles.badge, badgeStyles.corner)}>
            {formatDuration(tile.durationMs)}
          </span>
        )}
        {picked === undefined && width > 120 && (
          <span className={styles.words} aria-hidden>
            {tile.title}
          </span>
        )}
        {picked !== undefined && (
          <span className={styles.mark} aria-hidden>
            {picked && <Check />}
          </span>
        )}
      </button>
      {starrable && (
        // By keys it is S on the tile itself: one stop of the Tab key for the whole grid.
        <button
          type="button"
          data-star
          tabIndex={-1}
          aria-pressed={starred}
          aria-label={t('collections.star_of', { title: nameOf(tile) })}
          className={styles.star}
        >
          <Star aria-hidden />
        </button>
      )}
    </div>
  )
})
