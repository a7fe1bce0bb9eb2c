import type { Asset } from '../../../../src-preload/contract/types/asset.ts'
import type { Job } from '../../../../src-preload/contract/types/job.ts'

/** The result a saved job shows: its first that is not in the trash. */
export const resultOf = ({ assets }: Pick<Job, 'assets'>): Asset | undefined =>
  assets.find(({ role, trashedAt }) => role === 'result' && trashedAt === null)
