import { ChartScatter, FileQuestionMark, FileText, Film, ImageOff, Music } from 'lucide-react'
import type { Asset, AssetKind } from '../../../src-preload/contract/types/asset.ts'
import { classes } from '../../ui/classes.ts'
import textStyles from '../../ui/text.module.css'
import styles from './Thumb.module.css'
import { useThumb } from './useThumb.ts'

const signs: Record<AssetKind, typeof Film> = {
  image: ImageOff,
  video: Film,
  audio: Music,
  text: FileText,
  embedding: ChartScatter,
  other: FileQuestionMark,
}

interface Props {
  asset: Pick<Asset, 'id' | 'kind' | 'mime' | 'width' | 'height' | 'hasThumb'> & { excerpt?: string | null }
  /** Empty when the words stand beside it. */
  alt: string
  /** Drawn under the sign where there is no image; its name says them already. */
  words?: string
  className?: string | undefined
}

/**
 * An asset small: its thumbnail, a skeleton while that is made, the words it holds, or the sign of its kind. Never the
 * full-size file.
 */
export function Thumb({ asset, alt, words, className }: Props) {
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
  const Sign = signs[asset.kind]
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
          <Sign aria-hidden />
          {words && <span className={classes(textStyles.clamp, styles.words)} data-words={words} />}
        </span>
      )}
    </span>
  )
}
