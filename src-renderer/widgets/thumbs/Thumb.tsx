import { ChartScatter, FileQuestionMark, FileText, Film, ImageOff, Music } from 'lucide-react'
import type { Asset, AssetKind } from '../../../src-preload/contract/types/asset.ts'
import { classes } from '../../ui/classes.ts'
import textStyles from '../../ui/text.module.css'
import styles from './Thumb.module.css'
import { useThumb } from './useThumb.ts'

const icons: Record<AssetKind, typeof Film> = {
  image: ImageOff,
  video: Film,
  audio: Music,
  text: FileText,
  embedding: ChartScatter,
  other: FileQuestionMark,
}

interface Props {
  asset: Pick<Asset, 'id' | 'kind' | 'mime' | 'width' | 'height' | 'hasThumb'> & { excerpt?: string | null }
  /** Empty if the text is next to it. */
  alt: string
  /** Shown under the icon if there is no image; hidden from screen readers, because `alt` has the name. */
  caption?: string
  className?: string | undefined
}

/**
 * A small view of an asset: its thumbnail, a skeleton while that is created, the beginning of its text, or an icon of its
 * kind. Never loads the full-size file.
 */
export function Thumb({ asset, alt, caption, className }: Props) {
  const { state, url, onError } = useThumb(asset)
  if (state === 'ready')
    return (
      <img
        src={url}
        alt={alt}
        className={classes(styles.thumb, className)}
        decoding="async"
        draggable={false}
        onError={onError}
      />
    )
  const name = alt === '' ? { 'aria-hidden': true } : { role: 'img', 'aria-label': alt }
  const Icon = icons[asset.kind]
  if (asset.excerpt)
    return (
      <span {...name} className={classes(styles.text, className)}>
        {asset.excerpt}
      </span>
    )
  return (
    <span {...name} className={classes(styles.thumb, styles[state], className)}>
      {state === 'failed' && (
        <span className={styles.card}>
          <Icon aria-hidden />
          {caption && <span className={classes(textStyles.clamp, styles.caption)} data-text={caption} />}
        </span>
      )}
    </span>
  )
}
