import { ImageOff, SquareSplitHorizontal } from 'lucide-react'
import { useState } from 'react'
import { t } from '../../../i18n/t.ts'
import { hasTooManyPixels } from '../../../lib/hasTooManyPixels.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { IconButton } from '../../../ui/buttons/IconButton.tsx'
import type { ViewerProps } from '../ViewerProps.ts'
import { useBrokenImage } from './useBrokenImage.ts'
import { type Background, ZoomableImage } from './ZoomableImage.tsx'
import { classes } from '../../../ui/classes.ts'
import { imageCommands } from '../../../../src-preload/shared/keymap/lazyCommands.ts'
import { useQuery } from '@tanstack/react-query'
import type { Asset } from '../../../../src-preload/contract/types/asset.ts'
import { bridge } from '../../../host/bridge.ts'
import { readFile } from '../../../host/fileUrl.ts'
import styles from './BackgroundPicker.module.css'

/** An image that can be zoomed and compared with the image it was made from. */
export function ImageViewer({ asset, detail, mode }: ViewerProps) {
  const isTransparent = useTransparency(asset)
  const [isBroken, onError] = useBrokenImage()
  const [background, setBackground] = useState<Background>('checks')
  const [isComparing, setComparing] = useState(false)
  const before = detail.inputs.find((input) => input.asset.kind === 'image')?.asset
  const toggleComparison = () => setComparing(!isComparing)
  if (isBroken)
    return (
      <EmptyState icon={<ImageOff aria-hidden />} title={t('viewers.image_broken')}>
        {t('viewers.image_broken_text')}
      </EmptyState>
    )
  return (
    <ZoomableImage
      asset={asset}
      alt={detail.title.trim() || t('gallery.untitled')}
      mode={mode}
      background={background}
      before={isComparing ? before : undefined}
      canDragOut
      onToggleBefore={before && toggleComparison}
      onError={onError}
    >
      {isTransparent && <BackgroundPicker value={background} onValueChange={setBackground} />}
      {before && (
        <IconButton
          label={t('media.compare_before')}
          command={imageCommands.before}
          aria-pressed={isComparing}
          icon={<SquareSplitHorizontal aria-hidden />}
          onClick={toggleComparison}
        />
      )}
    </ZoomableImage>
  )
}

const BACKGROUNDS: readonly Background[] = ['checks', 'white', 'black']

/** Chooses the background of transparent images. */
function BackgroundPicker({
  value,
  onValueChange,
}: {
  value: Background
  onValueChange: (background: Background) => void
}) {
  return (
    <fieldset className={styles.group} aria-label={t('media.background')}>
      {BACKGROUNDS.map((background) => (
        <label key={background} className={styles.option} title={t(`media.background_${background}`)}>
          <input
            type="radio"
            name="background"
            aria-label={t(`media.background_${background}`)}
            checked={background === value}
            onChange={() => onValueChange(background)}
          />
          <span className={classes(styles.swatch, styles[background])} />
        </label>
      ))}
    </fieldset>
  )
}

/** Formats that may be transparent. */
const TRANSPARENT_FORMATS: ReadonlySet<string> = new Set(['png', 'webp', 'gif', 'avif'])
/** The image is scaled to this width before its pixels are read. */
const SAMPLE_WIDTH = 64
/** Pixels with less alpha count as transparent. Below 255, because scaling can round opaque pixels down. */
const MIN_OPAQUE_ALPHA = 250

/** Whether an image has transparent parts; false while unknown. Reads its thumbnail, which is small. */
function useTransparency(asset: Asset): boolean {
  const { id, format, hasThumb } = asset
  const { data } = useQuery({
    queryKey: ['transparency', id],
    queryFn: async () =>
      hasTransparentPixels(await (hasThumb ? bridge().media.read('thumb', id) : readFile(id))),
    enabled: TRANSPARENT_FORMATS.has(format) && !hasTooManyPixels(asset),
    staleTime: Infinity,
    retry: false,
  })
  return data === true
}

async function hasTransparentPixels(file: Blob): Promise<boolean> {
  const bitmap = await createImageBitmap(file, { resizeWidth: SAMPLE_WIDTH })
  try {
    const { width, height } = bitmap
    const context = new OffscreenCanvas(width, height).getContext('2d')
    context?.drawImage(bitmap, 0, 0)
    return context !== null && isTransparent(context.getImageData(0, 0, width, height).data)
  } finally {
    bitmap.close()
  }
}

/** Whether pixels of four bytes (red, green, blue, alpha) include a transparent one. */
function isTransparent(pixels: Uint8ClampedArray): boolean {
  for (let index = 3; index < pixels.length; index += 4)
    if ((pixels[index] ?? 255) < MIN_OPAQUE_ALPHA) return true
  return false
}
