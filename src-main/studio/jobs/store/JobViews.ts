import type { Asset } from '../../../../src-preload/contract/types/asset.ts'
import { type Job, tookMs } from '../../../../src-preload/contract/types/job.ts'
import type { Catalogue } from '../../catalogue/Catalogue.ts'
import { mapFieldErrors } from '../../catalogue/requests/mapFieldErrors.ts'
import type { LiveJobs } from './LiveJobs.ts'
import type { JobRecord } from './JobRecord.ts'
import type { JobStore } from './JobStore.ts'
import type { Clock, Log } from '../../world.ts'

interface Dependencies {
  store: Pick<JobStore, 'find'>
  live: LiveJobs
  library: { assetsByJob: (jobIds: string[]) => Map<string, Asset[]> }
  catalogue: Pick<Catalogue, 'find'>
}

/** Jobs as the window shows them: the row with its files and progress, and its problem assigned to the fields of the form. */
export class JobViews {
  readonly #dependencies: Dependencies

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
  }

  view(record: JobRecord): Job {
    return this.#view(record, this.#dependencies.library.assetsByJob([record.id]).get(record.id) ?? [])
  }

  viewAll(records: readonly JobRecord[]): Job[] {
    const assets = this.#dependencies.library.assetsByJob(records.map(({ id }) => id))
    return records.map((record) => this.#view(record, assets.get(record.id) ?? []))
  }

  /** The jobs with these ids. Unknown ids are left out. */
  viewByIds(ids: readonly string[]): Job[] {
    return this.viewAll(ids.flatMap((id) => this.#dependencies.store.find(id) ?? []))
  }

  #view(record: JobRecord, assets: Asset[]): Job {
    const { live, catalogue } = this.#dependencies
    const problem =
      record.problem &&
      mapFieldErrors(catalogue.find(record.operation), record.problem, record.values, record.model)
    return toJob({ ...record, problem }, live, assets)
  }
}

function toJob(record: JobRecord, live: LiveJobs, assets: Asset[]): Job {
  return {
    id: record.id,
    state: record.state,
    operation: record.operation,
    model: record.model,
    connection: record.connection,
    title: record.title,
    progress: record.state === 'running' ? live.progress(record.id) : null,
    preview: live.previewVersion(record.id),
    price: record.price,
    quotedAt: record.quotedAt,
    seed: record.seed,
    width: record.width,
    height: record.height,
    requestId: record.requestId,
    createdAt: record.createdAt,
    sentAt: record.sentAt,
    finishedAt: record.finishedAt,
    tookMs: tookMs(record),
    waitsUntil: record.waitsUntil,
    problem: record.problem,
    ...(live.isDownloading(record.id) && { isDownloading: true }),
    assets,
    replaces: record.replaces,
    batch: record.batch,
    label: record.label,
    collection: record.collection,
  }
}

/** Minimum time between two reports, so that many changes don't flood the window. */
const THROTTLE_MS = 100
/** Delay before a failed report is retried. */
const RETRY_MS = 1000

/** Collects the ids of changed jobs and reports them together. */
export class ChangeFeed {
  readonly #clock: Clock
  readonly #log: Pick<Log, 'error'>
  readonly #report: (ids: string[]) => void
  readonly #changed = new Set<string>()
  #cancel: (() => void) | null = null

  /** `report` may throw, for example if a job can't be read. */
  constructor({ clock, log }: { clock: Clock; log: Pick<Log, 'error'> }, report: (ids: string[]) => void) {
    this.#clock = clock
    this.#log = log
    this.#report = report
  }

  jobChanged(id: string): void {
    this.#changed.add(id)
    this.#cancel ??= this.#clock.after(THROTTLE_MS, () => this.flush())
  }

  /** Reports the collected ids now. */
  flush(): void {
    this.#cancel?.()
    this.#cancel = null
    if (this.#changed.size === 0) return
    const ids = [...this.#changed]
    this.#changed.clear()
    try {
      this.#report(ids)
    } catch (error) {
      this.#log.error('Changed jobs could not be reported', { error: String(error) })
      for (const id of ids) this.#changed.add(id)
      this.#cancel ??= this.#clock.after(RETRY_MS, () => this.flush())
    }
  }

  /** Stops without reporting. */
  close(): void {
    this.#cancel?.()
    this.#cancel = null
    this.#changed.clear()
  }
}
