import type { Asset } from '../../../../src-preload/contract/types/asset.ts'
import type { FieldOf } from '../../../../src-preload/contract/types/form.ts'
import { problemOf } from '../../../host/problemOf.ts'
import { storeFile } from '../../../host/storeFile.ts'
import { readFile } from '../../../host/fileUrl.ts'
import { t } from '../../../i18n/t.ts'
import { refusalText } from './fileText.ts'
import type { Encoding, ResizeRequest, ResizeResponse } from '../../../workers/resize.worker.ts'
import { formatByteLimit } from '../../../lib/format/bytes.ts'

type FileField = Pick<FieldOf<'file'>, 'width' | 'height' | 'maxBytes' | 'formats'>

interface Size {
  width: number
  height: number
}

/** The size to which an image must shrink to fit a field; null if it fits, or if no size with its aspect ratio does. */
export function sizeToFit(
  { width: widths = {}, height: heights = {} }: FileField,
  { kind, width, height }: Pick<Asset, 'kind' | 'width' | 'height'>,
): Size | null {
  if (kind !== 'image' || !width || !height) return null
  const [maxWidth, maxHeight] = [widths.max ?? Infinity, heights.max ?? Infinity]
  const factor = Math.min(maxWidth / width, maxHeight / height)
  if (factor >= 1) return null
  const size = {
    width: Math.min(maxWidth, Math.round(width * factor)),
    height: Math.min(maxHeight, Math.round(height * factor)),
  }
  return size.width >= (widths.min ?? 1) && size.height >= (heights.min ?? 1) ? size : null
}

/** Quality of a JPEG or WebP copy, between 0 and 1. */
const QUALITY = 0.95

const LOSSY: readonly (Encoding & { format: string })[] = [
  { format: 'webp', mime: 'image/webp', quality: QUALITY },
  { format: 'jpg', mime: 'image/jpeg', quality: QUALITY },
]

/** Encodings for a copy, best first: JPEG for a JPEG, otherwise lossless, then those that make smaller files. */
export function encodingsFor({ formats }: FileField, { format }: Pick<Asset, 'format'>): Encoding[] {
  const lossy = LOSSY.filter((encoding) => formats.includes(encoding.format))
  const encoding = ({ mime, quality }: Encoding): Encoding => ({
    mime,
    ...(quality !== undefined && { quality }),
  })
  if (format === 'jpg') return lossy.toReversed().map(encoding)
  const lossless: Encoding[] = formats.includes('png') ? [{ mime: 'image/png' }] : []
  return [...lossless, ...lossy.map(encoding)]
}

const EXTENSIONS = { 'image/png': 'png', 'image/jpeg': 'jpg', 'image/webp': 'webp' } as const

/**
 * Adds a smaller copy of an image to the library, as an input that fits the field. Rejects with an error whose message
 * can be shown to the user.
 */
export async function addFittingCopy(field: FileField, asset: Asset, name: string): Promise<Asset> {
  const { width, height } = asset
  if (width === null || height === null) throw new Error(t('files.resize_failed', { name }))
  const { maxBytes = Infinity } = field
  const request: ResizeRequest = {
    file: await readFile(asset.id).catch(() => {
      throw new Error(t('files.resize_failed', { name }))
    }),
    width,
    height,
    maxWidth: field.width?.max ?? Infinity,
    maxHeight: field.height?.max ?? Infinity,
    maxBytes,
    encodings: encodingsFor(field, asset),
  }
  const response = await resize(request)
  if ('failure' in response)
    throw new Error(
      response.failure === 'bytes'
        ? t('files.resize_bytes', { name, max: formatByteLimit(maxBytes) })
        : t('files.resize_failed', { name }),
    )
  const { image } = response
  const extension = Object.entries(EXTENSIONS).find(([mime]) => mime === image.type)?.[1] ?? 'png'
  const dot = name.lastIndexOf('.')
  const stem = dot > 0 ? name.slice(0, dot) : name
  const file = new File([image], `${stem} ${response.width}×${response.height}.${extension}`, {
    type: image.type,
  })
  try {
    return await storeFile(file, { sourceId: asset.id })
  } catch (error) {
    throw new Error(refusalText(problemOf(error), name), { cause: error })
  }
}

/** Resizes an image in a new worker, which is terminated afterwards. */
async function resize(request: ResizeRequest): Promise<ResizeResponse> {
  const worker = new Worker(new URL('../../../workers/resize.worker.ts', import.meta.url), { type: 'module' })
  const { promise, resolve } = Promise.withResolvers<ResizeResponse>()
  worker.addEventListener('message', ({ data }: MessageEvent<ResizeResponse>) => resolve(data))
  worker.addEventListener('error', () => resolve({ failure: 'image' }))
  worker.postMessage(request, [])
  return promise.finally(() => worker.terminate())
}
