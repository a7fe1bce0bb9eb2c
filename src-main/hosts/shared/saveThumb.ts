import { borderErrors, StudioError } from '../../../src-preload/contract/errors.ts'
import type { Envelope } from '../../../src-preload/contract/errors.ts'
import type { Studio } from '../../studio/Studio.ts'
import type { Log } from '../../studio/world.ts'
import { guarded } from './guarded.ts'
import { isThumb } from './isThumb.ts'
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
