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
  /** Why the field doesn't accept it. */
  rejection: string | undefined
  picked?: boolean
  order?: number
  onClick: () => void
}

/** A tile of the gallery picker. */
export function PickTile({ tile, rejection, picked, order, onClick }: Props) {
  const title = tile.title || t('files.untitled')
  return (
    <button
      type="button"
      className={classes(styles.tile, picked && styles.picked)}
      aria-pressed={picked}
      disabled={rejection !== undefined}
      title={rejection ?? title}
      onClick={onClick}
    >
      <span className={styles.thumb}>
        <Thumb asset={tile} alt="" />
        {picked && <span className={classes(badgeStyles.badge, styles.order)}>{order}</span>}
      </span>
      <span className={classes(rowStyles.title, styles.title)}>{title}</span>
      <span className={rowStyles.sub}>{rejection ? tile.format.toUpperCase() : fileFacts(tile)}</span>
    </button>
  )
}
