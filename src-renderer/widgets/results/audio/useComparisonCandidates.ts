import type { Asset, AssetDetail, Tile } from '../../../../src-preload/contract/types/asset.ts'
import { useApiQuery } from '../../../host/useApiQuery.ts'
import { t } from '../../../i18n/t.ts'

export interface ComparisonCandidate {
  asset: Asset
  title: string
  note?: string
}

const MAX_CANDIDATES = 15
const MAX_TITLE_LENGTH = 60

const candidateOf = (tile: Tile): ComparisonCandidate => ({
  asset: tile,
  title: (tile.title.trim() || tile.name || t('gallery.untitled')).slice(0, MAX_TITLE_LENGTH),
  note: tile.modelName,
})

/** Audio files to compare with: first the inputs of this one, then the newest of the library. */
export function useComparisonCandidates({ id }: Asset, inputs: AssetDetail['inputs']): ComparisonCandidate[] {
  const newest = useApiQuery('library.page', {
    before: null,
    limit: MAX_CANDIDATES + 1,
    trash: false,
    kinds: ['audio'],
  })
  const own = inputs
    .filter(({ asset }) => asset.kind === 'audio')
    .map(({ label, asset }) => ({ asset, title: asset.name ?? label, note: t('media.input') }))
  const tiles = newest.data?.tiles ?? []
  const others = tiles
    .filter((tile) => tile.id !== id && !own.some(({ asset }) => asset.id === tile.id))
    .slice(0, MAX_CANDIDATES)
    .map(candidateOf)
  return [...own, ...others]
}
