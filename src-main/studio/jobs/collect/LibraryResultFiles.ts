import { join } from 'node:path'
import { jobErrors } from '../../../../src-preload/contract/errors.ts'
import type { Asset, AssetKind } from '../../../../src-preload/contract/types/asset.ts'
import type { Notices } from '../../app/Notices.ts'
import type { Settings } from '../../app/Settings.ts'
import type { Catalogue, ResultKinds } from '../../catalogue/Catalogue.ts'
import type { LibraryModule } from '../../library/createLibrary.ts'
import type { DownloadOutcome, StoredFile } from '../../library/downloads/DownloadOutcome.ts'
import type { ResultContent } from '../../library/texts/textTasks.ts'
import type { Connections } from '../../service/connections/Connections.ts'
import { buildStatusUrl } from '../../service/connections/buildStatusUrl.ts'
import type { LibraryPaths } from '../../storage/files/libraryPaths.ts'
import type { Clock } from '../../world.ts'
import type { JobRecord } from '../store/JobRecord.ts'
import type { CollectedFile, DownloadRequest, ResultFiles } from './ResultFiles.ts'

interface Dependencies {
  catalogue: Catalogue
  kinds: ResultKinds
  connections: Connections
  library: Pick<
    LibraryModule,
    'library' | 'downloads' | 'downloadJournal' | 'reader' | 'texts' | 'embeddings' | 'writeSidecars'
  >
  settings: Settings
  notices: Notices
  places: LibraryPaths
  clock: Clock
}

/** Stores results in the library: from a URL or a text in a response to an asset with its sidecar. */
export class LibraryResultFiles implements ResultFiles {
  readonly #dependencies: Dependencies

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
  }

  async download(
    job: JobRecord,
    url: string,
    { announced, ...request }: DownloadRequest,
  ): Promise<DownloadOutcome> {
    const { library, connections, kinds } = this.#dependencies
    return library.downloads.download({
      ...request,
      url,
      ...(announced && { onComplete: (file: StoredFile) => library.downloadJournal.record(job.id, file) }),
      responseUrl: await buildStatusUrl(connections, job),
      expect: kinds.expected(job.operation),
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
    const { library, catalogue, places } = this.#dependencies
    const viewer = catalogue.find(operation)?.viewer ?? null
    return library.reader.readResult({ path: join(places.library, path), kind, viewer })
  }

  add(jobId: string, role: Asset['role'], { file, content }: CollectedFile): Asset {
    const { library, clock } = this.#dependencies
    if (role === 'result') library.downloadJournal.remove(jobId)
    const createdAt = clock.now()
    const asset = library.library.add({ jobId, role, file: { ...file, kind: content.kind }, createdAt })
    if (content.text !== null) library.texts.add(asset.id, content.text)
    if (content.vectors !== null) library.embeddings.add(asset.id, content.vectors)
    return asset
  }

  onSaved(assets: readonly Asset[]): void {
    this.#dependencies.library.writeSidecars(assets)
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

  onFormatsMissing(): void {
    this.#dependencies.notices.add({ code: jobErrors.formatsMissing, money: 'none' })
  }
}
