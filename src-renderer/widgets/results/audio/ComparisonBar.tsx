import { GitCompareArrows, X } from 'lucide-react'
import { useState } from 'react'
import type { Asset, AssetDetail, Tile } from '../../../../src-preload/contract/types/asset.ts'
import { filterBy, NEWEST_FIRST } from '../../library/libraryFilter.ts'
import { t } from '../../../i18n/t.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { IconButton } from '../../../ui/buttons/IconButton.tsx'
import { Menu } from '../../../ui/overlays/Menu.tsx'
import { Segmented } from '../../../ui/fields/Segmented.tsx'
import toolbarStyles from '../../../ui/layout/toolbar.module.css'
import { classes } from '../../../ui/classes.ts'
import textStyles from '../../../ui/layout/text.module.css'
import { useApiQuery } from '../../../host/useApiQuery.ts'
import styles from './AudioViewer.module.css'
import { truncate } from '../../../../src-preload/shared/truncate.ts'

interface Props {
  asset: Asset
  inputs: AssetDetail['inputs']
  comparedAsset: Asset | undefined
  active: 'a' | 'b'
  /** Whether the compared file can't be played. */
  isBroken: boolean
  onSwitch: (which: 'a' | 'b') => void
  onComparedChange: (comparedAsset: Asset | undefined) => void
}

/** A/B comparison: picks a second audio file and switches between the two at the same position. */
export function ComparisonBar({
  asset,
  inputs,
  comparedAsset,
  active,
  isBroken,
  onSwitch,
  onComparedChange,
}: Props) {
  const candidates = useComparisonCandidates(asset, inputs)
  const [comparedName, setComparedName] = useState('')
  if (!comparedAsset)
    return (
      <Menu
        label={t('media.compare_with')}
        side="top-end"
        items={
          candidates.length > 0
            ? candidates.map((candidate) => ({
                label: candidate.title,
                hint: candidate.note,
                onSelect: () => {
                  setComparedName(candidate.title)
                  onComparedChange(candidate.asset)
                },
              }))
            : [{ label: t('media.no_candidates'), disabled: true, onSelect: () => {} }]
        }
        trigger={(aria) => (
          <Button {...aria} size="small" icon={<GitCompareArrows aria-hidden />}>
            {t('media.compare')}
          </Button>
        )}
      />
    )
  return (
    <div className={toolbarStyles.chips} role="group" aria-label={t('media.compare')}>
      <Segmented
        label={t('media.now_playing')}
        value={active}
        options={[
          { value: 'a', label: t('media.a') },
          { value: 'b', label: t('media.b') },
        ]}
        onValueChange={onSwitch}
      />
      <span
        dir="auto"
        className={classes(textStyles.label, textStyles.truncate, styles.name)}
        title={comparedName}
      >
        {isBroken ? t('media.compared_broken') : t('media.b_is', { name: comparedName })}
      </span>
      <IconButton
        size="small"
        label={t('media.compare_end')}
        icon={<X aria-hidden />}
        onClick={() => onComparedChange(undefined)}
      />
    </div>
  )
}

interface ComparisonCandidate {
  asset: Asset
  title: string
  note?: string
}

/** Maximum number of files from the library that are offered. */
const MAX_CANDIDATES = 15
/** Longer titles are truncated to this many characters. */
const MAX_TITLE_LENGTH = 60

const toCandidate = (tile: Tile): ComparisonCandidate => ({
  asset: tile,
  title: truncate(tile.title.trim() || tile.name || t('gallery.untitled'), MAX_TITLE_LENGTH),
  note: tile.modelName,
})

const AUDIO = filterBy({ field: 'kind', is: true, values: ['audio'] })

/** Audio files to compare with: the inputs of this one, then the newest in the library. */
function useComparisonCandidates({ id }: Asset, inputs: AssetDetail['inputs']): ComparisonCandidate[] {
  const newest = useApiQuery('library.page', {
    before: null,
    limit: MAX_CANDIDATES + 1,
    filter: AUDIO,
    sort: NEWEST_FIRST,
  })
  const own = inputs
    .filter(({ asset }) => asset.kind === 'audio')
    .map(({ label, asset }) => ({ asset, title: asset.name ?? label, note: t('media.input') }))
  const tiles = newest.data?.tiles ?? []
  const others = tiles
    .filter((tile) => tile.id !== id && !own.some(({ asset }) => asset.id === tile.id))
    .slice(0, MAX_CANDIDATES)
    .map(toCandidate)
  return [...own, ...others]
}
