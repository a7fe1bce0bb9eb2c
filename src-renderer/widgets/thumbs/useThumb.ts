import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import type { Asset } from '../../../src-preload/contract/types/asset.ts'
import { bridge } from '../../host/bridge.ts'
import { hasTooManyPixels } from '../../lib/hasTooManyPixels.ts'
import { thumbs } from './thumbs.ts'
import type { ThumbState } from './ThumbQueue.ts'

export interface ThumbOf {
  state: ThumbState
  url: string
  /** The file the row promised cannot be shown: makes it again. */
  onError: () => void
}

type Source = Pick<Asset, 'id' | 'kind' | 'mime' | 'width' | 'height' | 'hasThumb'>

/** Kinds a small image can be made of. */
const PICTURED: ReadonlySet<string> = new Set(['image', 'video', 'audio'])

/** The small image of an asset, made on first sight when the library has none. */
export function useThumb({ id, kind, mime, width, height, hasThumb }: Source): ThumbOf {
  const [broken, setBroken] = useState(false)
  const pictured = PICTURED.has(kind) && !hasTooManyPixels({ width, height })
  const wanted = pictured && (!hasThumb || broken)
  const subscribe = useCallback((listener: () => void) => thumbs.subscribe(id, listener), [id])
  const made = useSyncExternalStore(subscribe, () => thumbs.state(id))
  useEffect(() => {
    if (!wanted) return
    thumbs.ask({ id, kind, mime, width, height })
    return () => thumbs.leave(id)
  }, [wanted, id, kind, mime, width, height])
  const state = hasThumb && !broken ? 'ready' : wanted ? (made ?? 'waiting') : 'failed'
  const version = made === 'ready' ? 1 : undefined
  const onError = () => setBroken(true)
  return { state, url: bridge().media.url('thumb', id, version), onError }
}
