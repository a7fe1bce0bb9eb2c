import type { Tile } from '../../../../src-preload/contract/types/asset.ts'
import { t } from '../../../i18n/t.ts'
import { classes } from '../../../ui/classes.ts'
import { Thumb } from '../../../widgets/thumbs/Thumb.tsx'
import { fileFacts } from './fileFacts.ts'
import rowStyles from '../../../ui/row.module.css'
import badgeStyles from '../../../ui/badge.module.css'
import styles from './GalleryPicker.module.css'

interface Props {
  tile: Tile
  /** Why the field does not take it. */
  refused: string | undefined
  picked?: boolean
  order?: number
  onPress: () => void
}

/** A result to choose, with its words. */
export function PickTile({ tile, refused, picked, order, onPress }: Props) {
  const title = tile.title || t('files.untitled')
  return (
    <button
      type="button"
      className={classes(styles.tile, picked && styles.picked)}
      aria-pressed={picked}
      disabled={refused !== undefined}
      title={refused ?? title}
      onClick={onPress}
    >
      <span className={styles.thumb}>
        <Thumb asset={tile} alt="" />
        {picked && <span className={classes(badgeStyles.badge, styles.order)}>{order}</span>}
      </span>
      <span className={classes(rowStyles.title, styles.title)}>{title}</span>
      <span className={rowStyles.sub}>{refused ? tile.format.toUpperCase() : fileFacts(tile)}</span>
    </button>
  )
}
