import type { AssetDetail, Tile } from '../../../../src-preload/contract/types/asset.ts'
import { navigate } from '../../../router/navigate.ts'
import { useApiQuery } from '../../../host/useApiQuery.ts'
import { t } from '../../../i18n/t.ts'
import { Thumb } from '../../thumbs/Thumb.tsx'
import rowStyles from '../../../ui/layout/row.module.css'
import { classes } from '../../../ui/classes.ts'
import panelStyles from '../../../ui/layout/panel.module.css'
import styles from './LineagePanel.module.css'

/** The assets a result was made from, and the results made from it. */
export function LineagePanel({ detail }: { detail: AssetDetail }) {
  const { data } = useApiQuery('library.lineage', { id: detail.asset.id })
  if (!data || (data.from.length === 0 && data.made.length === 0)) return null
  const labelOf = (tile: Tile) => detail.inputs.find(({ asset }) => asset.id === tile.id)?.label
  return (
    <>
      <AssetList
        title={t('media.made_from')}
        tiles={data.from}
        noteOf={(tile) => labelOf(tile) ?? t('media.taken_from')}
      />
      <AssetList title={t('media.made_with')} tiles={data.made} noteOf={({ modelName }) => modelName} />
    </>
  )
}

interface AssetListProps {
  title: string
  tiles: readonly Tile[]
  noteOf: (tile: Tile) => string
}

function AssetList({ title, tiles, noteOf }: AssetListProps) {
  if (tiles.length === 0) return null
  return (
    <section aria-label={title} className={panelStyles.section}>
      <h3>{title}</h3>
      <ul className={styles.list}>
        {tiles.map((tile) => (
          <li key={tile.id}>
            <button
              type="button"
              className={classes(rowStyles.clickable, styles.step)}
              onClick={() => navigate(`gallery/${encodeURIComponent(tile.id)}`)}
            >
              <span className={rowStyles.art}>
                <Thumb asset={tile} alt="" />
              </span>
              <span className={rowStyles.text}>
                <span className={rowStyles.title}>
                  {tile.title.trim() || tile.name || t('gallery.untitled')}
                </span>
                <span className={rowStyles.sub}>
                  {noteOf(tile) || t(`media.kind_${tile.kind === 'other' ? 'file' : tile.kind}`)}
                </span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
