import type { Batch } from '../../../../src-preload/contract/types/batch.ts'
import type { Job } from '../../../../src-preload/contract/types/job.ts'

/** Position of a job's row in the frame of an expanded batch; `none` for a job outside batches. */
export type BatchPosition = 'none' | 'inner' | 'last'

export type QueueLine =
  | { kind: 'heading'; section: 'now' | 'earlier' }
  | { kind: 'batch'; batch: Batch; isOpen: boolean }
  | {
      kind: 'job'
      job: Job
      /** Position in the order of sending, from 1; null if the job isn't unsent. */
      position: number | null
      batchPosition: BatchPosition
      /** Whether all jobs of its batch have the same title, so that its label is shown instead. */
      repeatsTitle: boolean
    }
  /** In place of a batch's jobs, which failed to load. */
  | { kind: 'failure'; error: Error }
  | { kind: 'space' }

/** Heights of the lines in px. */
export const LINE_HEIGHTS = { heading: 44, batch: 66, job: 54, failure: 54, space: 14 } as const

interface QueueContent {
  batches: readonly Batch[]
  /** Id of the expanded batch. */
  openBatchId: string | null
  /** Jobs of the expanded batch. */
  batchJobs: { active: readonly Job[]; unsent: readonly Job[]; ended: readonly Job[] }
  /** Why jobs of the expanded batch failed to load; null if they didn't. */
  batchError: Error | null
  /** Jobs outside batches. */
  active: readonly Job[]
  unsent: readonly Job[]
  ended: readonly Job[]
}

/** The queue as a flat list: single jobs first, then unfinished batches, then ended jobs. */
export function queueLines({
  batches,
  openBatchId,
  batchJobs,
  batchError,
  active,
  unsent,
  ended,
}: QueueContent): QueueLine[] {
  const group = (batch: Batch): QueueLine[] => {
    const isOpen = batch.id === openBatchId
    const jobs = isOpen ? jobLines(batchJobs, 'inner') : []
    if (isOpen && batchError) jobs.push({ kind: 'failure', error: batchError })
    const last = jobs.at(-1)
    if (last?.kind === 'job') jobs[jobs.length - 1] = { ...last, batchPosition: 'last' }
    return [{ kind: 'batch', batch, isOpen: isOpen && jobs.length > 0 }, ...jobs, { kind: 'space' }]
  }
  const activeBatches = batches.filter(hasWork)
  const current = jobLines({ active, unsent, ended: [] }, 'none')
  const endedBatches = batches.filter((batch) => !hasWork(batch))
  const earlier = jobLines({ active: [], unsent: [], ended }, 'none')
  return [
    ...(current.length > 0 ? [{ kind: 'heading', section: 'now' } as const, ...current] : []),
    ...(activeBatches.length > 0 ? [{ kind: 'space' } as const] : []),
    ...activeBatches.flatMap(group),
    ...(endedBatches.length + earlier.length > 0 ? [{ kind: 'heading', section: 'earlier' } as const] : []),
    ...endedBatches.flatMap(group),
    ...earlier,
  ]
}

/** Indexes of the last lines of the single jobs above the batches, of the expanded batch, and of the list; -1 for none. */
export function groupEnds(
  lines: readonly QueueLine[],
  openBatchId: string | null,
): { current: number; batch: number; ended: number } {
  const next = lines.findIndex(
    (line) => line.kind !== 'job' && !(line.kind === 'heading' && line.section === 'now'),
  )
  return {
    current: (next === -1 ? lines.length : next) - 1,
    batch: lines.findLastIndex((line) =>
      line.kind === 'job'
        ? line.batchPosition !== 'none'
        : line.kind === 'batch' && line.batch.id === openBatchId,
    ),
    ended: lines.length - 1,
  }
}

/** Rows of a filtered list, in its order. */
export const flatLines = (jobs: readonly Job[]): QueueLine[] => [
  { kind: 'space' },
  ...jobs.map((job): QueueLine => ({
    kind: 'job',
    job,
    position: null,
    batchPosition: 'none',
    repeatsTitle: false,
  })),
]

const hasWork = ({ unsent, running }: Batch): boolean => unsent + running > 0

function jobLines(
  { active, unsent, ended }: QueueContent['batchJobs'],
  batchPosition: 'none' | 'inner',
): QueueLine[] {
  const all = [...active, ...unsent, ...ended]
  const repeatsTitle =
    batchPosition === 'inner' && all.length > 1 && all.every(({ title }) => title === all[0]?.title)
  const firstUnsent = active.length
  return all.map((job, index) => {
    const rank = index - firstUnsent
    const position = rank >= 0 && rank < unsent.length ? rank + 1 : null
    return { kind: 'job', job, position, batchPosition, repeatsTitle }
  })
}

/** For each line, the number of batches and jobs up to it. */
export const countItems = (lines: readonly QueueLine[]): Uint32Array => {
  let count = 0
  return Uint32Array.from(lines, ({ kind }) => (kind === 'batch' || kind === 'job' ? ++count : count))
}

/** Offsets of the tops of the lines in px, followed by the end of the last one. */
export const lineTops = (lines: readonly QueueLine[]): Float64Array => {
  const tops = new Float64Array(lines.length + 1)
  for (const [index, { kind }] of lines.entries()) tops[index + 1] = (tops[index] ?? 0) + LINE_HEIGHTS[kind]
  return tops
}
