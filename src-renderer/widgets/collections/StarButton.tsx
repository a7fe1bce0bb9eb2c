import { Star } from 'lucide-react'
import type { Asset } from '../../../src-preload/contract/types/asset.ts'
import { t } from '../../i18n/t.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { useStar } from './model/useStar.ts'
import styles from './collections.module.css'

/** The star of one result: clicked where it has one. Its key is S. */
export function StarButton({ asset }: { asset: Pick<Asset, 'id' | 'starredAt'> }) {
  const star = useStar()
  const starred = asset.starredAt !== null
  return (
    <IconButton
      label={t(starred ? 'collections.unstar' : 'collections.star')}
      keys="S"
      aria-pressed={starred}
      className={styles.star}
      icon={<Star aria-hidden />}
      onClick={() => star([asset.id], !starred)}
    />
  )
}
