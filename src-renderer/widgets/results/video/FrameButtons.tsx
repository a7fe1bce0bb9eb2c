import { Camera, Forward } from 'lucide-react'
import { useState } from 'react'
import type { Asset, AssetDetail } from '../../../../src-preload/contract/types/asset.ts'
import { call } from '../../../host/call.ts'
import { t } from '../../../i18n/t.ts'
import { Button } from '../../../ui/Button.tsx'
import { toasts } from '../../../lib/toasts.ts'
import { openIn } from '../uses/openIn.ts'
import { FrameDialog } from './FrameDialog.tsx'
import { useTakeFrame } from './useTakeFrame.ts'

/** Frames of a video as images: this one for anything, the last one as the beginning of the next video. */
export function FrameButtons({ detail, now }: { detail: AssetDetail; now: () => number }) {
  const { taking, take } = useTakeFrame(detail)
  const [taken, setTaken] = useState<Asset>()
  const takeOne = async (at: number | 'last') => setTaken(await take(at))
  const goOn = async () => {
    const frame = await take('last')
    if (!frame) return
    const { uses } = await call('library.uses', { id: frame.id }).catch(() => ({ uses: [] }))
    const next = uses.find(({ group, available }) => group === 'video' && available)
    if (next) openIn(next, frame.id)
    else {
      toasts.getState().show({ words: t('media.no_next_clip') })
      setTaken(frame)
    }
  }
  return (
    <>
      <Button
        size="small"
        icon={<Camera aria-hidden />}
        disabled={taking}
        onClick={() => void takeOne(now())}
      >
        {t('media.take_frame')}
      </Button>
      <Button size="small" look="quiet" disabled={taking} onClick={() => void takeOne('last')}>
        {t('media.take_last')}
      </Button>
      <Button size="small" icon={<Forward aria-hidden />} disabled={taking} onClick={() => void goOn()}>
        {t('media.go_on')}
      </Button>
      {taken && <FrameDialog frame={taken} onClose={() => setTaken(undefined)} />}
    </>
  )
}
