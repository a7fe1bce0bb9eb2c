import { GitCompareArrows, X } from 'lucide-react'
import { useState } from 'react'
import type { Asset, AssetDetail } from '../../../../src-preload/contract/types/asset.ts'
import { t } from '../../../i18n/t.ts'
import { Button } from '../../../ui/Button.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { Menu } from '../../../ui/Menu.tsx'
import { Segmented } from '../../../ui/Segmented.tsx'
import toolbarStyles from '../../../ui/toolbar.module.css'
import { classes } from '../../../ui/classes.ts'
import textStyles from '../../../ui/text.module.css'
import styles from './AudioViewer.module.css'
import { useComparisonCandidates } from './useComparisonCandidates.ts'

interface Props {
  asset: Asset
  inputs: AssetDetail['inputs']
  other: Asset | undefined
  active: 'a' | 'b'
  /** Whether the other file can't be played. */
  isBroken: boolean
  onSwitch: (which: 'a' | 'b') => void
  onOtherChange: (other: Asset | undefined) => void
}

/** A/B comparison: picks a second audio file and switches between the two at the same position. */
export function AbBar({ asset, inputs, other, active, isBroken, onSwitch, onOtherChange }: Props) {
  const candidates = useComparisonCandidates(asset, inputs)
  const [name, setName] = useState('')
  if (!other)
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
                  setName(candidate.title)
                  onOtherChange(candidate.asset)
                },
              }))
            : [{ label: t('media.no_rivals'), disabled: true, onSelect: () => {} }]
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
        label={t('media.heard')}
        value={active}
        options={[
          { value: 'a', label: t('media.a') },
          { value: 'b', label: t('media.b') },
        ]}
        onValueChange={onSwitch}
      />
      <span className={classes(textStyles.label, textStyles.truncate, styles.name)} title={name}>
        {isBroken ? t('media.rival_broken') : t('media.b_is', { name })}
      </span>
      <IconButton
        size="small"
        label={t('media.compare_end')}
        icon={<X aria-hidden />}
        onClick={() => onOtherChange(undefined)}
      />
    </div>
  )
}
