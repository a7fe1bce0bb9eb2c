import { join } from 'node:path'
import { libraryErrors, storageErrors } from '../../../../src-preload/contract/errors.ts'
import { StudioError } from '../../../../src-preload/shared/StudioError.ts'
import { type Handlers, type RouteOutput, routes } from '../../../../src-preload/contract/routes.ts'
import type { ExportOptions } from '../../../../src-preload/contract/types/export.ts'
import type { LibraryUpdate } from '../../../../src-preload/contract/types/libraryUpdate.ts'
import type { Capabilities, MicrophoneState } from '../../../../src-preload/contract/types/studio.ts'
import type { StudioHandlers, HostRoute, Studio } from '../../../studio/Studio.ts'
import {
  createLibrariesHandlers,
  createUnsupportedHandlers,
  type LibrariesHost,
} from '../libraries/createLibrariesHandlers.ts'

/** The folder of the results in the data folder. */
const RESULTS_FOLDER = 'library'

export type ImportContent = 'folder' | 'library'

/** What the handlers need to know about the host. */
export interface HostInfo {
  name: 'electron' | 'browser'
  capabilities: Capabilities
  /** The permission to use the microphone; absent if a browser asks the user. */
  microphone?: { readonly state: MicrophoneState; forget: () => void }
  /** Shows a file in the system's file manager; null if the host can't. */
  revealFile: ((path: string) => void) | null
  /** Asks the user for a folder to import, or for the folder of a library; returns null if the user cancels. Null if the host can't ask. */
  chooseImportFolder: ((content: ImportContent) => Promise<string | null>) | null
  /** Asks the user for a folder, or for an archive with a proposed name; returns null if the user cancels. Null if the host can't ask. */
  chooseExportPath: ((as: ExportOptions['as'], name: string) => Promise<string | null>) | null
  /** Asks the user for the folder of a backup; returns null if the user cancels. Null if the host can't ask. */
  chooseBackupFolder: (() => Promise<string | null>) | null
  /** The known libraries and how to open another one. Null if the host can't restart Easel. */
  libraries: (LibrariesHost & { dataFolder: string }) | null
}

/** The studio's handlers, with those that depend on the host. */
export function addHostHandlers<H extends Pick<StudioHandlers, 'studio.info'>>(
  studio: {
    handlers: H
    getAssetPath: Studio['getAssetPath']
    exports: Pick<Studio['exports'], 'start' | 'archiveName' | 'findPath'>
    imports: Studio['imports']
    maintenance: Studio['maintenance']
  },
  host: HostInfo,
): Omit<H, 'studio.info'> & Pick<Handlers, 'studio.info' | HostRoute> {
  const startImport = async (
    content: ImportContent,
    start: (path: string) => string,
  ): Promise<RouteOutput<'imports.folder'>> => {
    if (!host.chooseImportFolder) throw new StudioError({ code: libraryErrors.notSupported, money: 'none' })
    const path = await host.chooseImportFolder(content)
    return path === null ? { state: 'cancelled' } : { state: 'started', id: start(path) }
  }
  return {
    ...studio.handlers,
    'studio.info': async () => ({
      ...(await studio.handlers['studio.info']()),
      host: host.name,
      capabilities: host.capabilities,
      ...(host.microphone && { microphone: host.microphone.state }),
    }),
    'studio.forget_microphone': async () => {
      if (!host.microphone) throw new StudioError({ code: libraryErrors.notSupported, money: 'none' })
      host.microphone.forget()
    },
    'library.reveal': async ({ id }) => {
      if (!host.revealFile) throw new StudioError({ code: libraryErrors.notSupported, money: 'none' })
      const path = studio.getAssetPath(id)
      if (path === null) throw new StudioError({ code: libraryErrors.notFound, money: 'none' })
      host.revealFile(path)
    },
    'library.open_folder': async () => {
      if (!host.revealFile) throw new StudioError({ code: libraryErrors.notSupported, money: 'none' })
      const { dataFolder } = await studio.handlers['studio.info']()
      host.revealFile(join(dataFolder, RESULTS_FOLDER))
    },
    'exports.start': async (input) => {
      const { as } = input.options
      const fileName = studio.exports.archiveName()
      if (host.chooseExportPath) {
        const path = await host.chooseExportPath(as, fileName)
        if (path === null) return { state: 'cancelled' }
        return { state: 'started', id: studio.exports.start(input, { kind: as, path }) }
      }
      if (as === 'folder') throw new StudioError({ code: libraryErrors.notSupported, money: 'none' })
      return { state: 'download', id: studio.exports.start(input, { kind: 'download' }), fileName }
    },
    'imports.folder': () => startImport('folder', (path) => studio.imports.startPaths([path])),
    'imports.library': () => startImport('library', (path) => studio.imports.startLibrary(path)),
    'exports.reveal': async ({ id }) => {
      if (!host.revealFile) throw new StudioError({ code: libraryErrors.notSupported, money: 'none' })
      const path = studio.exports.findPath(id)
      if (path === null) throw new StudioError({ code: libraryErrors.notFound, money: 'none' })
      host.revealFile(path)
    },
    'maintenance.back_up': async () => {
      if (!host.chooseBackupFolder) throw new StudioError({ code: libraryErrors.notSupported, money: 'none' })
      const folder = await host.chooseBackupFolder()
      if (folder === null) return { state: 'cancelled' }
      await studio.maintenance.backUp(folder)
      return { state: 'started' }
    },
    ...(host.libraries
      ? createLibrariesHandlers(host.libraries, host.libraries.dataFolder, studio.maintenance)
      : createUnsupportedHandlers()),
  }
}

/** Handlers during an update: every call fails with `library_updating` and the progress, and the window retries it. */
export function createUpdatingHandlers(getProgress: () => LibraryUpdate | null): Partial<Handlers> {
  const rejectCall = (): Promise<never> => {
    const update = getProgress()
    const problem = { code: storageErrors.libraryUpdating, money: 'none', ...(update && { update }) } as const
    return Promise.reject(new StudioError(problem))
  }
  return Object.fromEntries(Object.keys(routes).map((route) => [route, rejectCall]))
}
