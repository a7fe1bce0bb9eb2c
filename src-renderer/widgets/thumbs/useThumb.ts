import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import type { Asset } from '../../../src-preload/contract/types/asset.ts'
import { bridge } from '../../host/bridge.ts'
import { hasTooManyPixels } from '../../lib/hasTooManyPixels.ts'
import { thumbs } from './thumbs.ts'
import type { ThumbState } from './ThumbQueue.ts'

export interface Thumbnail {
  state: ThumbState
  url: string
  /** Call if the stored thumbnail can't be loaded, so that it is created again. */
  onError: () => void
}

type Source = Pick<Asset, 'id' | 'kind' | 'mime' | 'width' | 'height' | 'hasThumb'>

/** Kinds that can have a thumbnail. */
const THUMB_KINDS: ReadonlySet<string> = new Set(['image', 'video', 'audio'])

/** The thumbnail of an asset, created when first shown if the library has none. */
export function useThumb({ id, kind, mime, width, height, hasThumb }: Source): Thumbnail {
  const [hasFailed, setHasFailed] = useState(false)
  const canHaveThumb = THUMB_KINDS.has(kind) && !hasTooManyPixels({ width, height })
  const isNeeded = canHaveThumb && (!hasThumb || hasFailed)
  const subscribe = useCallback((listener: () => void) => thumbs.subscribe(id, listener), [id])
  const queueState = useSyncExternalStore(subscribe, () => thumbs.state(id))
  useEffect(() => {
    if (!isNeeded) return
    thumbs.request({ id, kind, mime, width, height })
    return () => thumbs.cancel(id)
  }, [isNeeded, id, kind, mime, width, height])
  const state = hasThumb && !hasFailed ? 'ready' : isNeeded ? (queueState ?? 'waiting') : 'failed'
  const version = queueState === 'ready' ? 1 : undefined
  const onError = () => setHasFailed(true)
  return { state, url: bridge().media.url('thumb', id, version), onError }
}
