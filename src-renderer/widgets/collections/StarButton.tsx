import { Star } from 'lucide-react'
import type { Asset } from '../../../src-preload/contract/types/asset.ts'
import { t } from '../../i18n/t.ts'
import { IconButton } from '../../ui/buttons/IconButton.tsx'
import { useStar } from './model/useStar.ts'
import styles from './collections.module.css'

/** Toggles the star of a result. */
export function StarButton({ asset }: { asset: Pick<Asset, 'id' | 'starredAt'> }) {
  const star = useStar()
  const isStarred = asset.starredAt !== null
  return (
    <IconButton
      label={t(isStarred ? 'collections.unstar' : 'collections.star')}
      keys="S"
      aria-pressed={isStarred}
      className={styles.star}
      icon={<Star aria-hidden />}
      onClick={() => star([asset.id], !isStarred)}
    />
  )
}
