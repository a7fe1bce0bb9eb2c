import type { Envelope } from './errors.ts'
import type { StudioEvent } from './events.ts'
import type { RouteInput, RouteName, RouteOutput } from './routes.ts'
import type { Asset } from './types/asset.ts'

/** `export`: a file the studio has written to be saved, such as a CSV. */
export type MediaPlace = 'asset' | 'thumb' | 'preview' | 'export'

/** `window.easel`: all the window has of the world. Both hosts expose exactly this. */
export interface Bridge {
  call: <R extends RouteName>(route: R, input: RouteInput<R>) => Promise<Envelope<RouteOutput<R>>>
  /** Returns the function that ends the subscription. */
  onEvent: (listener: (event: StudioEvent) => void) => () => void
  media: {
    /** Address of a picture, clip or sound for `src`; `version` busts the cache of a preview. */
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
  /** Hands a file the studio has written to the person, as the host does: the browser's downloads, the desktop's own dialog. */
  saveExport: (id: string, fileName: string) => Promise<void>
}
