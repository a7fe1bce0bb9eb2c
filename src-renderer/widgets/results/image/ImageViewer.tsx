import { ImageOff, SquareSplitHorizontal } from 'lucide-react'
import { useState } from 'react'
import { t } from '../../../i18n/t.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import type { ViewerProps } from '../ViewerProps.ts'
import { BackgroundPicker } from './BackgroundPicker.tsx'
import { type Background, ZoomableImage } from './ZoomableImage.tsx'

/** Formats that may be transparent. */
const TRANSPARENT_FORMATS: ReadonlySet<string> = new Set(['png', 'webp', 'gif', 'avif'])

/** An image that can be zoomed and compared with the image it was made from. */
export function ImageViewer({ asset, detail, place }: ViewerProps) {
  const [broken, setBroken] = useState(false)
  const [background, setBackground] = useState<Background>('checks')
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
    <ZoomableImage
      asset={asset}
      alt={detail.title.trim() || t('gallery.untitled')}
      place={place}
      background={background}
      before={comparing ? before : undefined}
      keys={before ? { c: toggle } : {}}
      onError={() => setBroken(true)}
    >
      {TRANSPARENT_FORMATS.has(asset.format) && (
        <BackgroundPicker value={background} onValueChange={setBackground} />
      )}
      {before && (
        <IconButton
          label={t('media.compare_before')}
          keys="C"
          aria-pressed={comparing}
          icon={<SquareSplitHorizontal aria-hidden />}
          onClick={toggle}
        />
      )}
    </ZoomableImage>
  )
}
