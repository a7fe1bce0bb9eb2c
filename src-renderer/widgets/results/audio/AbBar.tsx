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
import { useRivals } from './useRivals.ts'

interface Props {
  asset: Asset
  inputs: AssetDetail['inputs']
  other: Asset | undefined
  heard: 'a' | 'b'
  /** The other one cannot be played. */
  broken: boolean
  onHear: (which: 'a' | 'b') => void
  onOther: (other: Asset | undefined) => void
}

/** A/B: picks an audio file to compare with and switches between the two at the same place. */
export function AbBar({ asset, inputs, other, heard, broken, onHear, onOther }: Props) {
  const rivals = useRivals(asset, inputs)
  const [name, setName] = useState('')
  if (!other)
    return (
      <Menu
        label={t('media.compare_with')}
        side="top-end"
        items={
          rivals.length > 0
            ? rivals.map((rival) => ({
                label: rival.title,
                hint: rival.note,
                onSelect: () => {
                  setName(rival.title)
                  onOther(rival.asset)
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
        value={heard}
        options={[
          { value: 'a', label: t('media.a') },
          { value: 'b', label: t('media.b') },
        ]}
        onValue={onHear}
      />
      <span className={classes(textStyles.label, textStyles.cut, styles.name)} title={name}>
        {broken ? t('media.rival_broken') : t('media.b_is', { name })}
      </span>
      <IconButton
        size="small"
        label={t('media.compare_end')}
        icon={<X aria-hidden />}
        onClick={() => onOther(undefined)}
      />
    </div>
  )
}
