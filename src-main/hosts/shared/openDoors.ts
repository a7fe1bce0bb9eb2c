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

/** The studio as a window asks it; whatever is asked before the studio is open waits for it, except calls during an update. */
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

/** Opens the studio behind the doors. A host loads this file after its window, so that both start side by side. */
export function openDoors(
  places: Places,
  dataFolder: string,
  environment: GivenConnection | null,
  host: HostParts,
): Doors {
  const { log, studio, update, close } = openStudio(places, dataFolder, environment)
  // A studio that cannot start is told by the host, once; the window just waits for its answers.
  const ready = studio.catch(() => new Promise<never>(() => {}))
  const handlers = ready.then((open) => completeHandlers(open, host))
  const updating = update.started.then(() => updatingHandlers(update.current))
  // The studio's own come first once they are there.
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
