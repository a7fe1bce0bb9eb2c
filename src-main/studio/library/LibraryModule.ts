import type { Asset, AssetKind, AssetUse, Viewer } from '../../../src-preload/contract/types/asset.ts'
import type { RouteOutput } from '../../../src-preload/contract/routes.ts'
import type { OperationLabels } from './assets/parametersRow.ts'
import type { DownloadJournal } from './downloads/DownloadJournal.ts'
import type { Downloads } from './downloads/Downloads.ts'
import type { Exports } from './export/Exports.ts'
import type { Imports } from './imports/Imports.ts'
import type { InputList } from './inputs/InputList.ts'
import type { Inputs } from './inputs/Inputs.ts'
import type { UnusedInputs } from './inputs/UnusedInputs.ts'
import type { Library } from './Library.ts'
import type { Maintenance } from './maintenance/Maintenance.ts'
import type { TextVectors } from './meaning/TextVectors.ts'
import type { FileParameters } from './metadata/FileParameters.ts'
import type { ImageHashes } from './search/ImageHashes.ts'
import type { Embeddings } from './texts/Embeddings.ts'
import type { ResultReader } from './texts/ResultReader.ts'
import type { Texts } from './texts/Texts.ts'

/** How the catalogue describes operations and their results. */
export interface ResultDescriptions {
  labels: OperationLabels
  viewer: (operation: string) => Viewer | null
  /** The fields of all tasks that accept a file of this kind and format. */
  uses: (kind: AssetKind, format: string) => AssetUse[]
  /** The text field that results are made from, such as the prompt; undefined if they are made from files alone. */
  textField: (operation: string) => string | undefined
  /** Whether an operation only changes the quality or the background of a file. */
  isEnhancement: (operation: string) => boolean
}

/** Results with their files and texts, the user's own files, and downloads, as the other modules use them. */
export interface LibraryModule {
  library: Library
  inputs: Pick<Inputs, 'add'>
  inputList: Pick<InputList, 'page'>
  unusedInputs: Pick<UnusedInputs, 'clean'>
  downloads: Pick<Downloads, 'download' | 'saveBytes' | 'discard' | 'fetchPreview' | 'close'>
  /** The files of open jobs that are already downloaded. */
  downloadJournal: Pick<DownloadJournal, 'record' | 'find' | 'remove'>
  /** Reads the content of results in a worker. */
  reader: Pick<ResultReader, 'readResult'>
  texts: Pick<Texts, 'add' | 'transcript' | 'edit' | 'revert' | 'export'>
  embeddings: Pick<Embeddings, 'add' | 'describe' | 'neighbours' | 'page'>
  /** Search by meaning. */
  textVectors: Pick<TextVectors, 'rank' | 'findMissing' | 'hasKnown' | 'close'>
  /** Search for similar images. */
  imageHashes: Pick<ImageHashes, 'similar' | 'listMissing' | 'progress' | 'save'>
  exports: Omit<Exports, 'removeLeftovers' | 'close'>
  fileParameters: Pick<FileParameters, 'read'>
  imports: Omit<Imports, 'close'>
  maintenance: Omit<Maintenance, 'close'>
  /** Call it after the files of a job are committed. */
  onSaved: (assets: readonly Asset[]) => void
  /** Number and size of all inputs, unused inputs, and files without a row that were moved to `found/`. */
  usage: () => Promise<RouteOutput<'inputs.usage'>>
  /** Finds an input for a form, a price or a preview. For some days it is not removed as unused. */
  findFile: Library['findInputFile']
  /** Whether the file of an asset still exists with its recorded size. */
  hasFile: (assetId: string) => boolean
  /** All collections, sorted by name. They are read in the query thread, because there may be thousands. */
  listCollections: () => Promise<RouteOutput<'collections.list'>['collections']>
  /** Adds results to a collection; does nothing if the collection doesn't exist. */
  addToCollection: (collection: string, assetIds: readonly string[]) => void
  /** Deletes what has expired in the trash. Call it when the setting changes. */
  applyRetention: () => void
  /** Number of results moved to the trash more than this many days ago. */
  countExpired: (days: number) => Promise<number>
  /** Schedules the background maintenance of files. */
  start: () => void
  /** Removes what a crash left: incomplete downloads, inputs and exports, and files of deleted results. Call it at startup. */
  removeLeftovers: () => Promise<void>
  close: () => Promise<void>
}
