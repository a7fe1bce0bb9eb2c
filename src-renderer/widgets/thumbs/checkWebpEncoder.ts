import '../../i18n/lazyTexts.ts'
import { t } from '../../i18n/t.ts'
import { toasts } from '../../lib/toasts.ts'

/** Whether the browser can encode WebP, the only format of a thumbnail. Otherwise it encodes PNG, and a message says so. */
export async function checkWebpEncoder(): Promise<boolean> {
  const canvas = new OffscreenCanvas(1, 1)
  // A canvas without a context can't be encoded.
  canvas.getContext('2d')
  const { type } = await canvas.convertToBlob({ type: 'image/webp' })
  if (type === 'image/webp') return true
  toasts.getState().show({ tone: 'error', text: t('gallery.no_thumbnails'), key: 'thumbnails' })
  return false
}
