import type { Envelope } from './errors.ts'
import type { StudioEvent } from './events.ts'
import type { RouteInput, RouteName, RouteOutput } from './routes.ts'
import type { Asset } from './types/asset.ts'

/** `export`: a file the studio has written to be saved, such as a CSV. */
export type MediaPlace = 'asset' | 'thumb' | 'preview' | 'export'

/** `handed_over`: the host does not learn what becomes of it. */
export type SaveOutcome = 'saved' | 'cancelled' | 'handed_over'

/** `window.easel`: all the window has of the world. Both hosts expose exactly this. */
export interface Bridge {
  call: <R extends RouteName>(route: R, input: RouteInput<R>) => Promise<Envelope<RouteOutput<R>>>
  /** Returns the function that ends the subscription. */
  onEvent: (listener: (event: StudioEvent) => void) => () => void
  media: {
    /** Address of an image, video or sound for `src`; `version` busts the cache of a preview. */
    url: (place: MediaPlace, id: string, version?: number) => string
    /** The bytes themselves, for making a thumbnail or a copy. */
    read: (place: MediaPlace, id: string) => Promise<ArrayBuffer>
    /** Keeps a thumbnail (WebP) the window has made. */
    saveThumb: (id: string, webp: ArrayBuffer) => Promise<void>
  }
  /**
   * Keeps a file as an input: chosen, dropped, pasted, recorded, or taken from the asset `sourceId`. It is sent in
   * pieces and never held whole. Refused with an `inputErrors` code.
   */
  takeFile: (file: File, from?: { sourceId: string }) => Promise<Envelope<Asset>>
  /**
   * Saves a copy of a file where the user wants it: by the desktop's dialog, which proposes `fileName`, or as a download
   * of the browser. Refused with `file_missing`, or with `copy_failed` where it could not be written.
   */
  saveFile: (
    place: Extract<MediaPlace, 'asset' | 'export'>,
    id: string,
    fileName: string,
  ) => Promise<Envelope<SaveOutcome>>
}
