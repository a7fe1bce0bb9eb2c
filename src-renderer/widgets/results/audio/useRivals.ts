import type { Asset, AssetDetail, Tile } from '../../../../src-preload/contract/types/asset.ts'
import { useRoute } from '../../../host/useRoute.ts'
import { t } from '../../../i18n/t.ts'

export interface Rival {
  asset: Asset
  title: string
  note?: string
}

const OFFERED = 15
const LONGEST = 60

const rivalOf = (tile: Tile): Rival => ({
  asset: tile,
  title: (tile.title.trim() || tile.name || t('gallery.untitled')).slice(0, LONGEST),
  note: tile.modelName,
})

/** Sounds to compare one with: what it was made from first, then the newest of the library. */
export function useRivals({ id }: Asset, inputs: AssetDetail['inputs']): Rival[] {
  const newest = useRoute('library.page', {
    before: null,
    limit: OFFERED + 1,
    trash: false,
    kinds: ['audio'],
  })
  const own = inputs
    .filter(({ asset }) => asset.kind === 'audio')
    .map(({ label, asset }) => ({ asset, title: asset.name ?? label, note: t('media.input') }))
  const tiles = newest.data?.tiles ?? []
  const others = tiles
    .filter((tile) => tile.id !== id && !own.some(({ asset }) => asset.id === tile.id))
    .slice(0, OFFERED)
    .map(rivalOf)
  return [...own, ...others]
}
