import { useState } from 'react'
import type { Asset, AssetDetail } from '../../../../src-preload/contract/types/asset.ts'
import { bridge } from '../../../host/bridge.ts'
import { HostError } from '../../../host/HostError.ts'
import { problemOf } from '../../../host/problemOf.ts'
import { problemMessage } from '../../../lib/problemMessage.ts'
import { toasts } from '../../../lib/toasts.ts'
import { readFrame } from '../../thumbs/readFrame.ts'

/** File name of a frame: the video's name and the frame's time. */
const nameOf = ({ fileName }: AssetDetail, time: number | 'last'): string => {
  const stem =
    fileName
      .split('/')
      .at(-1)
      ?.replace(/\.[^.]*$/, '') ?? 'video'
  return `${stem} ${time === 'last' ? 'last frame' : `${time.toFixed(2)} s`}.png`
}

/** Captures a frame of a video as an input linked to that video. Shows failures in a toast. */
export function useFrameCapture(detail: AssetDetail): {
  isCapturing: boolean
  capture: (time: number | 'last') => Promise<Asset | undefined>
} {
  const [isCapturing, setCapturing] = useState(false)
  const { asset } = detail
  const capture = async (time: number | 'last') => {
    setCapturing(true)
    try {
      const bytes = await bridge().media.read('asset', asset.id)
      const png = await readFrame(bytes, asset.mime, { at: time, type: 'image/png' })
      const file = new File([png], nameOf(detail, time), { type: 'image/png' })
      const stored = await bridge().takeFile(file, { sourceId: asset.id })
      if (!stored.ok) throw new HostError(stored.error)
      return stored.data
    } catch (error) {
      const { what, next } = problemMessage(problemOf(error))
      toasts.getState().show({ tone: 'bad', text: [what, next].filter(Boolean).join(' ') })
      return undefined
    } finally {
      setCapturing(false)
    }
  }
  return { isCapturing, capture }
}
