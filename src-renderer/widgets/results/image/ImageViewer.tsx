import { ImageOff, SquareSplitHorizontal } from 'lucide-react'
import { useState } from 'react'
import { t } from '../../../i18n/t.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import type { ViewerProps } from '../ViewerProps.ts'
import { GroundPicker } from './GroundPicker.tsx'
import { type Ground, ZoomPicture } from './ZoomPicture.tsx'

/** Formats that can be transparent. */
const CLEAR: ReadonlySet<string> = new Set(['png', 'webp', 'gif', 'avif'])

/** An image in full: zoomed, on a ground of one's choice, compared with the image it was made from. */
export function ImageViewer({ asset, detail, place }: ViewerProps) {
  const [broken, setBroken] = useState(false)
  const [ground, setGround] = useState<Ground>('checks')
  const [comparing, setComparing] = useState(false)
  const before = detail.inputs.find((input) => input.asset.kind === 'image')?.asset
  const toggle = () => setComparing(!comparing)
  if (broken)
    return (
      <EmptyState icon={<ImageOff aria-hidden />} title={t('viewers.picture_broken')}>
        {t('viewers.picture_broken_words')}
      </EmptyState>
    )
  return (
    <ZoomPicture
      asset={asset}
      alt={detail.title.trim() || t('gallery.untitled')}
      place={place}
      ground={ground}
      before={comparing ? before : undefined}
      keys={before ? { c: toggle } : {}}
      onBroken={() => setBroken(true)}
    >
      {CLEAR.has(asset.format) && <GroundPicker value={ground} onValue={setGround} />}
      {before && (
        <IconButton
          label={t('media.compare_before')}
          keys="C"
          aria-pressed={comparing}
          icon={<SquareSplitHorizontal aria-hidden />}
          onClick={toggle}
        />
      )}
    </ZoomPicture>
  )
}
