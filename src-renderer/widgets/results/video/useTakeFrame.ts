import { useState } from 'react'
import type { Asset, AssetDetail } from '../../../../src-preload/contract/types/asset.ts'
import { bridge } from '../../../host/bridge.ts'
import { HostError } from '../../../host/HostError.ts'
import { problemOf } from '../../../host/problemOf.ts'
import { problemMessage } from '../../../lib/problemMessage.ts'
import { toasts } from '../../../lib/toasts.ts'
import { readFrame } from '../../thumbs/readFrame.ts'

/** What a frame is called: the video's own name with the time it was taken at. */
const nameOf = ({ fileName }: AssetDetail, at: number | 'last'): string => {
  const stem =
    fileName
      .split('/')
      .at(-1)
      ?.replace(/\.[^.]*$/, '') ?? 'clip'
  return `${stem} ${at === 'last' ? 'last frame' : `${at.toFixed(2)} s`}.png`
}

/** Makes an image of a video's frame and keeps it as an input that remembers its video. Failures are said in a toast. */
export function useTakeFrame(detail: AssetDetail): {
  taking: boolean
  take: (at: number | 'last') => Promise<Asset | undefined>
} {
  const [taking, setTaking] = useState(false)
  const { asset } = detail
  const take = async (at: number | 'last') => {
    setTaking(true)
    try {
      const bytes = await bridge().media.read('asset', asset.id)
      const png = await readFrame(bytes, asset.mime, { at, type: 'image/png' })
      const file = new File([png], nameOf(detail, at), { type: 'image/png' })
      const kept = await bridge().takeFile(file, { sourceId: asset.id })
      if (!kept.ok) throw new HostError(kept.error)
      return kept.data
    } catch (error) {
      const { what, next } = problemMessage(problemOf(error))
      toasts.getState().show({ tone: 'bad', words: [what, next].filter(Boolean).join(' ') })
      return undefined
    } finally {
      setTaking(false)
    }
  }
  return { taking, take }
}
