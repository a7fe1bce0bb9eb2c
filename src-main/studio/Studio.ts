import type { MediaKind } from '../../src-preload/contract/bridge.ts'
import type { StudioEvent } from '../../src-preload/contract/events.ts'
import type { Handlers } from '../../src-preload/contract/routes.ts'
import type { Asset } from '../../src-preload/contract/types/asset.ts'
import type { Exports } from './library/export/Exports.ts'
import type { Imports } from './library/imports/Imports.ts'
import type { Media } from './library/assets/media.ts'
import type { Maintenance } from './library/maintenance/Maintenance.ts'
import type { InputMetadata, InputSource } from './library/inputs/Inputs.ts'

/** What a host gets from `createStudio`: the handlers of the routes, the events, and media by id. */
export interface Studio {
  handlers: StudioHandlers
  onEvent: (listener: (event: StudioEvent) => void) => () => void
  media: {
    find: (kind: MediaKind, id: string) => Promise<Media | null>
    saveThumb: (id: string, webp: Uint8Array) => Promise<void>
  }
  inputs: {
    /** Stores a file as an input, read from disk or from an upload. @throws StudioError with a code of `inputErrors`. */
    store: (content: InputSource, metadata: InputMetadata) => Promise<Asset>
  }
  /** Exports, whose destination the host chooses. */
  exports: Pick<
    Exports,
    'start' | 'totalBytes' | 'startCopies' | 'finished' | 'status' | 'cancel' | 'archiveName' | 'findPath'
  >
  /** Imports of files, folders and libraries, which the host lets the user choose. */
  imports: Pick<Imports, 'startPaths' | 'startLibrary'>
  /** Backing up, restoring and moving whole libraries, for which the host lets the user choose the folders. */
  maintenance: Pick<Maintenance, 'backUp' | 'restore' | 'move' | 'status'>
  /** Path of an asset's file, for the host's file manager; null if there is no such asset. */
  getAssetPath: (id: string) => string | null
  /** Numbers of running jobs (`sent`), of jobs that will be sent, and of jobs on hold. For the dialog before quitting. */
  countOpenJobs: () => { sent: number; unsent: number; held: number }
  /** Stops timers, waits for responses to submits and for writes, and closes the database. */
  close: () => Promise<void>
}

/** Routes about the known libraries. */
export type LibrariesRoute = Extract<keyof Handlers, `libraries.${string}`>

/** Routes that only a host can handle. */
export type HostRoute =
  | 'studio.forget_microphone'
  | 'library.reveal'
  | 'library.open_folder'
  | 'exports.start'
  | 'exports.reveal'
  | 'imports.folder'
  | 'imports.library'
  | 'maintenance.back_up'
  | LibrariesRoute
/** The handlers of the studio. The host adds its own and completes `studio.info`. */
export type StudioHandlers = Omit<Handlers, HostRoute | 'studio.info'> & {
  'studio.info': () => Promise<{ version: string; dataFolder: string; notices: Notices }>
}
type Notices = Awaited<ReturnType<Handlers['studio.info']>>['notices']
