import {
  borderErrors,
  StudioError,
  type Envelope,
  libraryErrors,
} from '../../../../src-preload/contract/errors.ts'
import type { Asset } from '../../../../src-preload/contract/types/asset.ts'
import type { Studio } from '../../../studio/Studio.ts'
import type { Log } from '../../../studio/world.ts'
import { guarded } from './dispatchCall.ts'
import { parseMediaAddress } from '../http/parseMediaAddress.ts'
import { mediaResponse } from '../http/mediaResponse.ts'

const MAX_NAME = 4096

type Source = Parameters<Studio['inputs']['store']>[0]

/** Stores a file from the window as an input. `name` and `sourceId` are untrusted. */
export const addInput = (
  inputs: Studio['inputs'],
  source: Source | null,
  name: unknown,
  sourceId: unknown,
  log: Log,
): Promise<Envelope<Asset>> =>
  guarded('inputs.take', log, async () => {
    const from = sourceId === undefined || sourceId === null ? null : parseMediaAddress('asset', sourceId)
    const isInvalidSource = sourceId !== undefined && sourceId !== null && from === null
    if (!source || typeof name !== 'string' || name.length > MAX_NAME || isInvalidSource) {
      throw new StudioError({ code: borderErrors.invalidInput, money: 'none' })
    }
    return inputs.store(source, { name, ...(from && { sourceId: from.id }) })
  })

/** Larger files are not sent in one message; players stream. */
const MAX_READ_BYTES = 256 * 1024 * 1024

/** The bytes of a media file, for thumbnails and copies that the window makes. */
export const readMedia = (
  media: Pick<Studio['media'], 'find'>,
  place: unknown,
  id: unknown,
  log: Log,
): Promise<Envelope<ArrayBuffer>> =>
  guarded('media.read', log, async () => {
    const { status, headers, body } = await mediaResponse(media.find, parseMediaAddress(place, id), null)
    if (status !== 200) throw new StudioError({ code: libraryErrors.fileMissing, money: 'none' })
    if (Number(headers['Content-Length']) > MAX_READ_BYTES) {
      if (body instanceof ReadableStream) await body.cancel()
      throw new StudioError({ code: libraryErrors.notSupported, money: 'none' })
    }
    return new Response(body).arrayBuffer()
  })

/** Saves a thumbnail from the window. Anything but a small WebP is rejected. */
export const saveThumb = (
  media: Pick<Studio['media'], 'saveThumb'>,
  id: unknown,
  webp: unknown,
  log: Log,
): Promise<Envelope<void>> =>
  guarded('media.save_thumb', log, async () => {
    const address = parseMediaAddress('thumb', id)
    const bytes = webp instanceof ArrayBuffer ? new Uint8Array(webp) : webp
    if (!address || !(bytes instanceof Uint8Array) || !isThumb(bytes)) {
      throw new StudioError({ code: borderErrors.invalidInput, money: 'none' })
    }
    await media.saveThumb(address.id, bytes)
  })

/** Maximum size of a thumbnail; usual ones have a few dozen kilobytes. */
export const MAX_THUMB_BYTES = 2 * 1024 * 1024

/** Whether bytes from the window are a valid thumbnail: a small WebP file by its magic bytes. */
function isThumb(bytes: Uint8Array): boolean {
  const ascii = (from: number): string => String.fromCharCode(...bytes.subarray(from, from + 4))
  return (
    bytes.byteLength > 12 && bytes.byteLength <= MAX_THUMB_BYTES && ascii(0) === 'RIFF' && ascii(8) === 'WEBP'
  )
}
