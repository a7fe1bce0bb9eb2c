import { useState } from 'react'
import { CircleAlert, Scaling } from 'lucide-react'
import type { Asset } from '../../../../src-preload/contract/types/asset.ts'
import type { FieldOf } from '../../../../src-preload/contract/types/form.ts'
import { t } from '../../../i18n/t.ts'
import { hasTooManyPixels } from '../../../lib/hasTooManyPixels.ts'
import { toasts } from '../../../lib/toasts.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { Spinner } from '../../../ui/feedback/Spinner.tsx'
import fieldStyles from '../../../ui/layout/field.module.css'
import { addFittingCopy, sizeToFit } from './fitImage.ts'
import styles from './FileInput.module.css'

interface Props {
  field: FieldOf<'file'>
  asset: Asset
  name: string
  /** Called with the asset id of the copy, which takes the place of the image. */
  onResized: (copyId: string) => void
}

/** Offers to use a smaller copy of an image that is too large for its field. Renders nothing for other files. */
export function ResizeButton({ field, asset, name, onResized }: Props) {
  const [state, setState] = useState<{ isResizing: boolean; error?: string }>({ isResizing: false })
  const size = sizeToFit(field, asset)
  if (!size) return null
  const text = `${size.width} × ${size.height}`
  const run = async () => {
    setState({ isResizing: true })
    try {
      const copy = await addFittingCopy(field, asset, name)
      toasts.getState().show({ text: t('files.resized', { size: text }) })
      onResized(copy.id)
    } catch (error) {
      setState({ isResizing: false, error: error instanceof Error ? error.message : String(error) })
    }
  }
  const error = hasTooManyPixels(asset) ? t('files.resize_pixels') : state.error
  return (
    <div className={styles.resize}>
      {error && (
        <p className={fieldStyles.error} role="alert">
          <CircleAlert aria-hidden />
          <span>{error}</span>
        </p>
      )}
      {!hasTooManyPixels(asset) && (
        <Button
          size="small"
          icon={state.isResizing ? <Spinner /> : <Scaling aria-hidden />}
          aria-label={t('files.resize_for', { name, size: text })}
          disabled={state.isResizing}
          onClick={() => void run()}
        >
          {state.isResizing
            ? t('files.resizing')
            : t('files.resize', { side: Math.max(size.width, size.height) })}
        </Button>
      )}
    </div>
  )
}
