import { Camera, Forward } from 'lucide-react'
import { useState } from 'react'
import type { Asset, AssetDetail } from '../../../../src-preload/contract/types/asset.ts'
import { call } from '../../../host/call.ts'
import { t } from '../../../i18n/t.ts'
import { Button } from '../../../ui/Button.tsx'
import { toasts } from '../../../lib/toasts.ts'
import { openIn } from '../uses/openIn.ts'
import { FrameDialog } from './FrameDialog.tsx'
import { useFrameCapture } from './useFrameCapture.ts'

/** Captures frames of a video as images: the current one, the last one, or the last one as the start of the next video. */
export function FrameButtons({ detail, currentTime }: { detail: AssetDetail; currentTime: () => number }) {
  const { isCapturing, capture } = useFrameCapture(detail)
  const [capturedFrame, setCapturedFrame] = useState<Asset>()
  const captureOne = async (time: number | 'last') => setCapturedFrame(await capture(time))
  const continueVideo = async () => {
    const frame = await capture('last')
    if (!frame) return
    const { uses } = await call('library.uses', { id: frame.id }).catch(() => ({ uses: [] }))
    const next = uses.find(({ group, available }) => group === 'video' && available)
    if (next) openIn(next, frame.id)
    else {
      toasts.getState().show({ text: t('media.no_next_clip') })
      setCapturedFrame(frame)
    }
  }
  return (
    <>
      <Button
        size="small"
        icon={<Camera aria-hidden />}
        disabled={isCapturing}
        onClick={() => void captureOne(currentTime())}
      >
        {t('media.take_frame')}
      </Button>
      <Button size="small" variant="quiet" disabled={isCapturing} onClick={() => void captureOne('last')}>
        {t('media.take_last')}
      </Button>
      <Button
        size="small"
        icon={<Forward aria-hidden />}
        disabled={isCapturing}
        onClick={() => void continueVideo()}
      >
        {t('media.go_on')}
      </Button>
      {capturedFrame && <FrameDialog frame={capturedFrame} onClose={() => setCapturedFrame(undefined)} />}
    </>
  )
}
