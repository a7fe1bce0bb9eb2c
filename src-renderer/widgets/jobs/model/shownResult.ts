import type { Asset } from '../../../../src-preload/contract/types/asset.ts'
import type { Job } from '../../../../src-preload/contract/types/job.ts'

/** The result shown for a saved job: the first one that is not in the trash. */
export const shownResult = ({ assets }: Pick<Job, 'assets'>): Asset | undefined =>
  assets.find(({ role, trashedAt }) => role === 'result' && trashedAt === null)
