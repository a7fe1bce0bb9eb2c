import { libraryErrors, StudioError, type Envelope } from '../../../src-preload/contract/errors.ts'
import type { Studio } from '../../studio/Studio.ts'
import type { Log } from '../../studio/world.ts'
import { mediaResponse } from './mediaResponse.ts'
import { guarded } from './guarded.ts'
import { parseMediaAddress } from './parseMediaAddress.ts'

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
