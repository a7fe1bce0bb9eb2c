import type { Asset } from '../../../../src-preload/contract/types/asset.ts'
import type { Job } from '../../../../src-preload/contract/types/job.ts'
import type { Catalogue } from '../../catalogue/Catalogue.ts'
import { problemAtFields } from '../../catalogue/wire/problemAtFields.ts'
import type { LiveJobs } from '../poll/LiveJobs.ts'
import type { JobRecord } from './JobRecord.ts'
import type { JobStore } from './JobStore.ts'
import { toJob } from './toJob.ts'

interface Dependencies {
  store: Pick<JobStore, 'find'>
  live: LiveJobs
  library: { assetsOf: (jobIds: string[]) => Map<string, Asset[]> }
  catalogue: Pick<Catalogue, 'find'>
}

/** Jobs as the window shows them: the row with its files, its progress, and its problem at the fields of the form. */
export class JobViews {
  readonly #dependencies: Dependencies

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
  }

  show(record: JobRecord): Job {
    return this.#view(record, this.#dependencies.library.assetsOf([record.id]).get(record.id) ?? [])
  }

  showAll(records: readonly JobRecord[]): Job[] {
    const assets = this.#dependencies.library.assetsOf(records.map(({ id }) => id))
    return records.map((record) => this.#view(record, assets.get(record.id) ?? []))
  }

  /** Unknown ids are left out. */
  byIds(ids: readonly string[]): Job[] {
    return this.showAll(ids.flatMap((id) => this.#dependencies.store.find(id) ?? []))
  }

  #view(record: JobRecord, assets: Asset[]): Job {
    const { live, catalogue } = this.#dependencies
    const problem =
      record.problem && problemAtFields(catalogue.find(record.operation), record.problem, record.values)
    return toJob({ ...record, problem }, live, assets)
  }
}
