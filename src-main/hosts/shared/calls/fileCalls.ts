import { boundaryErrors, type Envelope, libraryErrors } from '../../../../src-preload/contract/errors.ts'
import { StudioError } from '../../../../src-preload/shared/StudioError.ts'
import type { Asset } from '../../../../src-preload/contract/types/asset.ts'
import { isThumb } from '../../../studio/library/assets/ThumbStore.ts'
import type { Studio } from '../../../studio/Studio.ts'
import type { Log } from '../../../studio/world.ts'
import { wrapInEnvelope } from './dispatchCall.ts'
import { parseMediaRef, createMediaResponse } from '../http/createMediaResponse.ts'

const MAX_NAME_LENGTH = 4096

type InputContent = Parameters<Studio['inputs']['store']>[0]

/** Stores a file from the window as an input. The untrusted `sourceId` is the id of the asset that it was derived from, if any. */
export const addInput = (
  inputs: Studio['inputs'],
  content: InputContent | null,
  name: unknown,
  sourceId: unknown,
  log: Log,
): Promise<Envelope<Asset>> =>
  wrapInEnvelope('inputs.add', log, async () => {
    const sourceAsset = sourceId === undefined || sourceId === null ? null : parseMediaRef('asset', sourceId)
    const isInvalidSourceId = sourceId !== undefined && sourceId !== null && sourceAsset === null
    if (!content || typeof name !== 'string' || name.length > MAX_NAME_LENGTH || isInvalidSourceId) {
      throw new StudioError({ code: boundaryErrors.invalidInput, money: 'none' })
    }
    return inputs.store(content, { name, ...(sourceAsset && { sourceId: sourceAsset.id }) })
  })

/** Larger files are rejected, because each is sent in one message. Players don't need this limit, because they stream files. */
const MAX_READ_BYTES = 256 * 1024 * 1024

/** All bytes of a media file, for thumbnails, texts and contact sheets. */
export const readMedia = (
  media: Pick<Studio['media'], 'find'>,
  kind: unknown,
  id: unknown,
  log: Log,
): Promise<Envelope<ArrayBuffer>> =>
  wrapInEnvelope('media.read', log, async () => {
    // Data that is generated while it is read has no known size, and may be too large for one message.
    const find: typeof media.find = async (...ref) => {
      const found = await media.find(...ref)
      return found && 'open' in found ? null : found
    }
    const { status, headers, body } = await createMediaResponse({ find, log }, parseMediaRef(kind, id), null)
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
  wrapInEnvelope('media.save_thumb', log, async () => {
    const ref = parseMediaRef('thumb', id)
    const bytes = webp instanceof ArrayBuffer ? new Uint8Array(webp) : webp
    if (!ref || !(bytes instanceof Uint8Array) || !isThumb(bytes)) {
      throw new StudioError({ code: boundaryErrors.invalidInput, money: 'none' })
    }
    await media.saveThumb(ref.id, bytes)
  })
