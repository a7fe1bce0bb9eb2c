import type { Asset } from '../../../../src-preload/contract/types/asset.ts'
import type { Job } from '../../../../src-preload/contract/types/job.ts'
import type { JobRecord } from './JobRecord.ts'
import type { LiveJobs } from '../poll/LiveJobs.ts'
import { tookMs } from '../../../../src-preload/shared/tookMs.ts'

/** A job as the window sees it: its row, what is live about it, and its files. */
export function toJob(record: JobRecord, live: LiveJobs, assets: Asset[]): Job {
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
    assets,
    replaces: record.replaces,
    batch: record.batch,
    label: record.label,
    collection: record.collection,
  }
}
