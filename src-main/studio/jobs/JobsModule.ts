import type { JobQueue } from './createQueue.ts'
import type { Copies } from './drafts/Copies.ts'
import type { Drafts } from './drafts/Drafts.ts'
import type { ModelDetails } from './drafts/ModelDetails.ts'
import type { Presets } from './drafts/Presets.ts'
import type { PromptHistory } from './drafts/PromptHistory.ts'
import type { Snippets } from './drafts/Snippets.ts'
import type { Jobs } from './Jobs.ts'
import type { MeaningSearch } from './meaning/MeaningSearch.ts'
import type { ModelChanges } from './models/ModelChanges.ts'
import type { LiveJobs } from './store/LiveJobs.ts'
import type { ProgressModule } from './progress/createProgress.ts'
import type { RestoredFiles } from './engine/RestoredFiles.ts'
import type { JobViews } from './store/JobViews.ts'

/** What the handlers use of the queue. */
type ShownQueue = Pick<
  JobQueue,
  'batches' | 'batchDrafts' | 'batchPrices' | 'listBatches' | 'grids' | 'queue' | 'retries' | 'lastSeen'
>

/** Drafts, the queue with its batches, and jobs with their progress, as the handlers and the host use them. */
export interface JobsModule extends ShownQueue, ProgressModule {
  drafts: Pick<Drafts, 'open' | 'check' | 'adapt' | 'price'>
  jobs: Jobs
  copies: Pick<Copies, 'enqueue'>
  prompts: Pick<PromptHistory, 'list' | 'remove'>
  presets: Presets
  snippets: Snippets
  modelDetails: ModelDetails
  /** Search by meaning, whose missing vectors are made by jobs. */
  meaning: MeaningSearch
  /** What changed in the models and prices of a connection. */
  modelChanges: Pick<ModelChanges, 'list' | 'dismiss'>
  /** Fetches missing files of results again. */
  restoredFiles: RestoredFiles
  /** Jobs as the windows show them. */
  views: Pick<JobViews, 'viewByIds'>
  /** Previews of running jobs. */
  live: Pick<LiveJobs, 'previewImage'>
  /**
   * Restores accepted jobs from the journal, puts batches on hold, and marks the jobs that were being sent when the
   * last session ended as uncertain. Call it before a window can send jobs, because new jobs would be treated the
   * same way. If it fails, as on a full disk, nothing is sent until `start` has done it.
   */
  recoverLastSession: () => void
  /** Resumes the jobs of the last session. Throws if they can't be recovered, as on a full disk; call it again then. */
  start: () => void
  /** Waits for the responses to requests in progress, and stops reading older prompts. */
  closeEngine: () => Promise<void>
  close: () => void
}
