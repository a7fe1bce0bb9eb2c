import type { Asset, AssetKind } from '../../../../src-preload/contract/types/asset.ts'
import type { Problem } from '../../../../src-preload/contract/types/problem.ts'
import type { DownloadOutcome, StoredFile } from '../../library/downloads/DownloadOutcome.ts'
import type { ResultContent } from '../../library/texts/textTasks.ts'
import type { JobRecord } from '../store/JobRecord.ts'
import { join } from 'node:path'
import { jobErrors } from '../../../../src-preload/contract/errors.ts'
import type { Notices } from '../../app/createApp.ts'
import type { Settings } from '../../app/Settings.ts'
import type { Catalogue, ResultKinds } from '../../catalogue/Catalogue.ts'
import type { LibraryModule } from '../../library/LibraryModule.ts'
import type { Connections } from '../../service/connections/Connections.ts'
import { buildStatusUrl } from '../../service/client/ServiceClient.ts'
import type { LibraryPaths } from '../../storage/files/folders.ts'
import type { Clock } from '../../world.ts'

/** A saved file with its parsed content. */
export interface ParsedFile {
  file: StoredFile
  content: ResultContent
}

/** The files of a finished job. */
export interface JobFiles {
  result: ParsedFile
  alternatives: ParsedFile[]
  /** What is doubtful about the saved result; null if nothing is. */
  doubt: Problem | null
}

/** How the file of a result is downloaded. */
export interface ResultDownloadOptions {
  /** Whether the file is recorded in the download journal, so that it is found after a crash. */
  isJournaled?: boolean
  maxBytes?: number
  /** The SHA-256 hash of a file that is accepted although it looks truncated. */
  acceptTruncated?: string
}

/** Downloads, parses and stores the files of results. */
export interface ResultFiles {
  download: (job: JobRecord, url: string, options: ResultDownloadOptions) => Promise<DownloadOutcome>
  /** Saves a text result that is part of the response. */
  saveText: (text: string) => Promise<DownloadOutcome>
  /** The file that was downloaded for the job before a crash but is not in the library; null if there is none. */
  findDownloaded: (job: JobRecord) => Promise<StoredFile | null>
  /** Deletes a saved file that is not used. */
  discard: (file: StoredFile) => Promise<void>
  /** Parses a saved file. */
  read: (job: JobRecord, file: StoredFile) => Promise<ResultContent>
  /** Adds a file to the library. Call it in the transaction that makes the job `saved`. */
  add: (jobId: string, role: Asset['role'], file: ParsedFile) => Asset
  /** Called after a job's files are committed. */
  onSaved: (assets: readonly Asset[]) => void
  /** Whether a job's result is text or embedding vectors, which may be part of the response. */
  makesText: (job: JobRecord) => boolean
  /** Whether the result of this job may be empty, like the transcript of a silent recording. */
  mayBeEmpty: (job: JobRecord) => boolean
  /** Whether a file of this kind can be the result of this job. */
  isExpected: (job: JobRecord, kind: AssetKind) => boolean
  /** Whether other formats of a result are saved too. */
  wantsAlternatives: () => boolean
  /** Called if a result was saved although something about it is doubtful. */
  onDoubtful: (doubt: Problem) => void
  /** Called if some of a job's other formats are not saved. */
  onFormatsMissing: (job: JobRecord) => void
}

interface Dependencies {
  catalogue: Catalogue
  kinds: ResultKinds
  connections: Connections
  library: Pick<
    LibraryModule,
    'library' | 'downloads' | 'downloadJournal' | 'reader' | 'texts' | 'embeddings' | 'onSaved'
  >
  settings: Settings
  notices: Notices
  paths: LibraryPaths
  clock: Clock
}

/** Downloads results, from a URL or from the response itself, and adds them to the library with their sidecars. */
export class LibraryResultFiles implements ResultFiles {
  readonly #dependencies: Dependencies

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
  }

  async download(
    job: JobRecord,
    url: string,
    { isJournaled, ...options }: ResultDownloadOptions,
  ): Promise<DownloadOutcome> {
    const { library, connections, kinds } = this.#dependencies
    return library.downloads.download({
      ...options,
      url,
      ...(isJournaled && { onComplete: (file: StoredFile) => library.downloadJournal.record(job.id, file) }),
      responseUrl: await buildStatusUrl(connections, job),
      expect: kinds.expectedKind(job.operation),
    })
  }

  saveText(text: string): Promise<DownloadOutcome> {
    return this.#dependencies.library.downloads.saveBytes(text)
  }

  findDownloaded({ id }: JobRecord): Promise<StoredFile | null> {
    return this.#dependencies.library.downloadJournal.find(id)
  }

  discard(file: StoredFile): Promise<void> {
    return this.#dependencies.library.downloads.discard(file)
  }

  read({ operation }: JobRecord, { path, kind }: StoredFile): Promise<ResultContent> {
    const { library, catalogue, paths } = this.#dependencies
    const viewer = catalogue.find(operation)?.viewer ?? null
    return library.reader.readResult({ path: join(paths.library, path), kind, viewer })
  }

  add(jobId: string, role: Asset['role'], { file, content }: ParsedFile): Asset {
    const { library, clock } = this.#dependencies
    if (role === 'result') library.downloadJournal.remove(jobId)
    const createdAt = clock.now()
    const asset = library.library.add({ jobId, role, file: { ...file, kind: content.kind }, createdAt })
    if (content.text !== null) library.texts.add(asset.id, content.text)
    if (content.vectors !== null) library.embeddings.add(asset.id, content.vectors)
    return asset
  }

  onSaved(assets: readonly Asset[]): void {
    this.#dependencies.library.onSaved(assets)
  }

  makesText(job: JobRecord): boolean {
    return this.#dependencies.kinds.makesText(job)
  }

  mayBeEmpty(job: JobRecord): boolean {
    return this.#dependencies.kinds.mayBeEmpty(job)
  }

  isExpected(job: JobRecord, kind: AssetKind): boolean {
    return this.#dependencies.kinds.isExpected(job, kind)
  }

  wantsAlternatives(): boolean {
    return this.#dependencies.settings.get().saveAlternatives
  }

  onDoubtful(doubt: Problem): void {
    this.#dependencies.notices.add({ ...doubt, money: 'none' })
  }

  onFormatsMissing(): void {
    this.#dependencies.notices.add({ code: jobErrors.formatsMissing, money: 'none' })
  }
}
