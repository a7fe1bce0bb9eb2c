import { borderErrors, StudioError, type Envelope } from '../../../src-preload/contract/errors.ts'
import type { Studio } from '../../studio/Studio.ts'
import type { Log } from '../../studio/world.ts'
import { guarded } from './guarded.ts'
import { parseMediaAddress } from './parseMediaAddress.ts'

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
