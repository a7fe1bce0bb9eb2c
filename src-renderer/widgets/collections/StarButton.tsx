import { Star as StarIcon } from 'lucide-react'
import type { Asset } from '../../../src-preload/contract/types/asset.ts'
import { t } from '../../i18n/t.ts'
import { IconButton } from '../../ui/buttons/IconButton.tsx'
import { useStar } from '../order/useStar.ts'
import styles from './collections.module.css'

/** Toggles the star of a result; `keys` is the shortcut that does the same. */
export function StarButton({ asset, keys = 'S' }: { asset: Pick<Asset, 'id' | 'starredAt'>; keys?: string }) {
  const star = useStar()
  const isStarred = asset.starredAt !== null
  return (
    <IconButton
      label={t(isStarred ? 'collections.unstar' : 'collections.star')}
      keys={keys}
      aria-pressed={isStarred}
      className={styles.star}
      icon={<StarIcon aria-hidden />}
      onClick={() => star([asset.id], !isStarred)}
    />
  )
}
