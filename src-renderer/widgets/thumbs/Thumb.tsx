import { ChartScatter, FileQuestionMark, FileText, Film, ImageOff, Music } from 'lucide-react'
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import type { Asset, AssetKind } from '../../../src-preload/contract/types/asset.ts'
import { classes } from '../../ui/classes.ts'
import textStyles from '../../ui/layout/text.module.css'
import { bridge } from '../../host/bridge.ts'
import { hasTooManyPixels } from '../../lib/hasTooManyPixels.ts'
import { thumbQueue, type ThumbState } from './ThumbQueue.ts'
import styles from './Thumb.module.css'

const icons: Record<AssetKind, typeof Film> = {
  image: ImageOff,
  video: Film,
  audio: Music,
  text: FileText,
  embedding: ChartScatter,
  other: FileQuestionMark,
}

/** MIME types of images that may be transparent. */
const TRANSPARENT_TYPES: ReadonlySet<string> = new Set(['image/png', 'image/webp', 'image/gif', 'image/avif'])

interface Props {
  asset: Pick<Asset, 'id' | 'kind' | 'mime' | 'width' | 'height' | 'hasThumb'> & { excerpt?: string | null }
  /** Empty if the name is shown next to it. */
  alt: string
  /** Shown under the icon if there is no image; hidden from screen readers, because `alt` has the name. */
  caption?: string
  className?: string | undefined
}

/**
 * A small view of an asset: its thumbnail, a skeleton while that is created, the beginning of its text, or an icon of its
 * kind. The full-size file is read only to create a missing thumbnail.
 */
export function Thumb({ asset, alt, caption, className }: Props) {
  const { state, url, onError } = useThumb(asset)
  if (state === 'ready')
    return (
      <img
        key={asset.id}
        src={url}
        alt={alt}
        className={classes(
          styles.thumb,
          asset.kind === 'audio' && styles.waveform,
          TRANSPARENT_TYPES.has(asset.mime) && styles.alpha,
          className,
        )}
        // The checkerboard appears with the image, without a render.
        onLoad={({ currentTarget }) => currentTarget.setAttribute('data-loaded', '')}
        decoding="async"
        draggable={false}
        onError={onError}
      />
    )
  const name = alt === '' ? { 'aria-hidden': true } : { role: 'img', 'aria-label': alt }
  const Icon = icons[asset.kind]
  if (asset.excerpt)
    return (
      <span dir="auto" {...name} className={classes(textStyles.excerpt, styles.text, className)}>
        {asset.excerpt}
      </span>
    )
  return (
    <span {...name} className={classes(styles.thumb, styles[state], className)}>
      {state === 'failed' && (
        <span className={styles.card}>
          <Icon aria-hidden />
          {caption && (
            <span dir="auto" className={classes(textStyles.clamp, styles.caption)} data-text={caption} />
          )}
        </span>
      )}
    </span>
  )
}

/** What `Thumb` shows. */
interface Thumbnail {
  state: ThumbState
  url: string
  /** Call if the stored thumbnail can't be loaded, so that it is created again. */
  onError: () => void
}

type Source = Pick<Asset, 'id' | 'kind' | 'width' | 'height' | 'hasThumb'>

/** The kinds of assets that can have a thumbnail. */
const THUMB_KINDS: ReadonlySet<string> = new Set(['image', 'video', 'audio'])

/** The thumbnail of an asset, created when first shown if the library has none. */
function useThumb({ id, kind, width, height, hasThumb }: Source): Thumbnail {
  // Stores the id, because the component may be reused for another asset.
  const [failed, setFailed] = useState<{ id: string; retries: number; wasCreated: boolean }>()
  const subscribe = useCallback((listener: () => void) => thumbQueue.subscribe(id, listener), [id])
  const queueState = useSyncExternalStore(subscribe, () => thumbQueue.state(id))
  const retries = useSyncExternalStore(subscribe, () => thumbQueue.retries)
  const wasCreated = queueState === 'ready'
  const hasFailed = failed?.id === id && failed.retries === retries
  // A thumbnail that was created just now isn't created again.
  const isBroken = hasFailed && wasCreated && failed.wasCreated
  const canHaveThumb = THUMB_KINDS.has(kind) && !hasTooManyPixels({ width, height })
  const isNeeded = canHaveThumb && (!hasThumb || hasFailed)
  useEffect(() => {
    if (!isNeeded) return
    thumbQueue.request({ id, kind, width, height, retries })
    return () => thumbQueue.cancel(id)
  }, [isNeeded, id, kind, width, height, retries])
  const neededState = isBroken ? 'failed' : (queueState ?? 'waiting')
  const state = hasThumb && !hasFailed ? 'ready' : isNeeded ? neededState : 'failed'
  const onError = () => setFailed({ id, retries, wasCreated })
  return { state, url: bridge().media.url('thumb', id, wasCreated ? 1 : undefined), onError }
}
