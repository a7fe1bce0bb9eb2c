import type { Envelope } from './errors.ts'
import type { StudioEvent } from './events.ts'
import type { RouteInput, RouteName, RouteOutput } from './routes.ts'
import type { Asset } from './types/asset.ts'

/** `copy`: a copy of an asset for the user, with its parameters. `export`: a file that the studio wrote to be saved, for example a CSV file. */
export type MediaKind = 'asset' | 'copy' | 'thumb' | 'preview' | 'export'

/** `handed_over`: the browser downloads the file, and the outcome is unknown. */
export type SaveOutcome = 'saved' | 'cancelled' | 'handed_over'

export interface DragOutcome {
  /** `cancelled`: the user released the button before the files were ready. */
  state: 'started' | 'cancelled'
  /** Number of files that couldn't be read and aren't dragged. */
  leftOut: number
}

/** `window.easel`: the window's only access to the studio. Both hosts expose exactly this. */
export interface Bridge {
  call: <R extends RouteName>(route: R, input: RouteInput<R>) => Promise<Envelope<RouteOutput<R>>>
  /** Returns the function that ends the subscription. */
  onEvent: (listener: (event: StudioEvent) => void) => () => void
  media: {
    /** URL of an image, video or audio file for `src`; `version` bypasses the cache after the file was replaced. */
    url: (kind: MediaKind, id: string, version?: number) => string
    /** The file, for thumbnails and copies. A `Blob`, because images and videos are decoded from one without a copy of their bytes. */
    read: (kind: MediaKind, id: string, version?: number) => Promise<Blob>
    /** Saves a thumbnail (WebP) that the window made. */
    saveThumb: (id: string, webp: ArrayBuffer) => Promise<void>
  }
  /**
   * Stores a file as an input: selected, dropped, pasted, recorded, or derived from the asset `sourceId`. It is sent in chunks. Fails
   * with an `inputErrors` code.
   */
  addInputFile: (file: File, derivedFrom?: { sourceId: string }) => Promise<Envelope<Asset>>
  /**
   * Imports dropped files and folders from where they are on disk, and returns the id of the import. Absent in a browser, which doesn't
   * reveal their paths. Fails with `file_missing` if one isn't on disk.
   */
  importDropped?: (files: readonly File[]) => Promise<Envelope<string>>
  /**
   * Saves a copy of a file where the user chooses: with the system's dialog, which proposes `fileName`, or as a download of the
   * browser. Fails with `file_missing`, or with `copy_failed` if it can't be written.
   */
  saveFile: (
    kind: Extract<MediaKind, 'copy' | 'export'>,
    id: string,
    fileName: string,
  ) => Promise<Envelope<SaveOutcome>>
  /**
   * The outcome of a download of a file that the window created, by its `blob:` URL. Call it before the download starts. Absent in a
   * browser, which doesn't report it. Fails with `copy_failed` if the file can't be written.
   */
  followDownload?: (blobUrl: string) => Promise<Envelope<SaveOutcome>>
  /**
   * Drags copies of these results out to other programs, with their parameters if the user wants them. Call it in `dragstart`, after
   * preventing its default. Absent in a browser. Fails with `drag_too_large`, or like an export.
   */
  dragOut?: (ids: string[]) => Promise<Envelope<DragOutcome>>
}

/** The largest file accepted as an input, larger than any service accepts. Forms check the limits of their task. */
export const MAX_INPUT_BYTES = 1 << 30

/** The result for a file that is too large to be sent. */
export const INPUT_TOO_LARGE: Envelope<never> = {
  ok: false,
  error: { code: 'input_too_large', money: 'none', params: { maxBytes: MAX_INPUT_BYTES } },
}
