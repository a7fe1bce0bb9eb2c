import type { Envelope } from '../../../src-preload/contract/errors.ts'
import type { Asset } from '../../../src-preload/contract/types/asset.ts'
import type { Studio } from '../../studio/Studio.ts'
import type { Log } from '../../studio/world.ts'
import { answerMedia, type MediaAnswer } from './answerMedia.ts'
import { completeHandlers, type HostParts } from './completeHandlers.ts'
import { dispatchCall } from './dispatchCall.ts'
import type { Places } from './locate.ts'
import { openStudio, type UpdateWatch } from './openStudio.ts'
import type { MediaAddress } from './parseMediaAddress.ts'
import { readMedia } from './readMedia.ts'
import { saveThumb } from './saveThumb.ts'
import type { GivenConnection } from './takeEnvironment.ts'
import { takeFile } from './takeFile.ts'
import { updatingHandlers } from './updatingHandlers.ts'

/** The studio's handlers for a window. Calls wait until the studio is open, except during an update. */
export interface Doors {
  log: Log
  /** Rejects when the library cannot be opened. */
  studio: Promise<Studio>
  update: UpdateWatch
  call: (route: unknown, input: unknown) => Promise<Envelope<unknown>>
  readMedia: (place: unknown, id: unknown) => Promise<Envelope<ArrayBuffer>>
  saveThumb: (id: unknown, webp: unknown) => Promise<Envelope<void>>
  takeFile: (
    source: Parameters<typeof takeFile>[1],
    name: unknown,
    sourceId: unknown,
  ) => Promise<Envelope<Asset>>
  media: (address: MediaAddress | null, range: string | null) => Promise<MediaAnswer>
  /** Closes the studio, then its world. Never rejects. */
  close: () => Promise<void>
}

/** Opens the studio behind its handlers. A host loads this file after its window, so that both start in parallel. */
export function openDoors(
  places: Places,
  dataFolder: string,
  environment: GivenConnection | null,
  host: HostParts,
): Doors {
  const { log, studio, update, close } = openStudio(places, dataFolder, environment)
  // The host reports a failed start once; the window only waits.
  const ready = studio.catch(() => new Promise<never>(() => {}))
  const handlers = ready.then((open) => completeHandlers(open, host))
  const updating = update.started.then(() => updatingHandlers(update.current))
  // The studio's handlers replace these once it is open.
  const answering = () => Promise.race([handlers, updating])
  return {
    log,
    studio,
    update,
    call: async (route, input) =>
      log.secrets.redactProblems(await dispatchCall(await answering(), route, input, log)),
    readMedia: async (place, id) => readMedia((await ready).media, place, id, log),
    saveThumb: async (id, webp) => saveThumb((await ready).media, id, webp, log),
    takeFile: async (source, name, sourceId) => takeFile((await ready).inputs, source, name, sourceId, log),
    media: async (address, range) => answerMedia((await ready).media.find, address, range),
    close,
  }
}
