import { Star as StarIcon } from 'lucide-react'
import type { Asset } from '../../../src-preload/contract/types/asset.ts'
import { t } from '../../i18n/t.ts'
import { IconButton } from '../../ui/buttons/IconButton.tsx'
import { useStar } from '../organize/useStar.ts'
import { resultCommands } from '../../../src-preload/shared/keymap/lazyCommands.ts'
import type { Command } from '../../../src-preload/shared/keymap/Command.ts'
import styles from './collections.module.css'

interface Props {
  asset: Pick<Asset, 'id' | 'starredAt'>
  /** The keyboard command that does the same; shown in the tooltip. */
  command?: Command
}

/** Toggles the star of a result. */
export function StarButton({ asset, command = resultCommands.star }: Props) {
  const star = useStar()
  const isStarred = asset.starredAt !== null
  return (
    <IconButton
      label={t(isStarred ? 'collections.unstar' : 'collections.star')}
      command={command}
      aria-pressed={isStarred}
      className={styles.star}
      icon={<StarIcon aria-hidden />}
      onClick={() => star([asset.id], !isStarred)}
    />
  )
}
