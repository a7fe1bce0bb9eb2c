import type { Batch } from '../../../../src-preload/contract/types/batch.ts'
import type { Job } from '../../../../src-preload/contract/types/job.ts'

export type QueueLine =
  | { kind: 'heading'; section: 'now' | 'earlier' }
  | { kind: 'batch'; batch: Batch; open: boolean }
  | { kind: 'job'; job: Job; position: number | null; part: 'alone' | 'inner' | 'last' }
  | { kind: 'space'; id: string }

export const LINE_HEIGHTS = { heading: 44, batch: 66, job: 54, space: 14 } as const

interface QueueContent {
  batches: readonly Batch[]
  /** The expanded batch with its rows: active, unsent in order, ended. */
  open: string | null
  rows: { active: readonly Job[]; unsent: readonly Job[]; ended: readonly Job[] }
  /** Single jobs. */
  active: readonly Job[]
  unsent: readonly Job[]
  ended: readonly Job[]
}

/** The queue as a flat list: single jobs first, then unfinished batches, then ended jobs. */
export function queueLines({ batches, open, rows, active, unsent, ended }: QueueContent): QueueLine[] {
  const group = (batch: Batch): QueueLine[] => {
    const isOpen = batch.id === open
    const jobs = isOpen ? jobLines(rows, 'inner') : []
    const last = jobs.at(-1)
    if (last?.kind === 'job') jobs[jobs.length - 1] = { ...last, part: 'last' }
    return [
      { kind: 'batch', batch, open: isOpen && jobs.length > 0 },
      ...jobs,
      { kind: 'space', id: `after ${batch.id}` },
    ]
  }
  const activeBatches = batches.filter(hasWork)
  const current = jobLines({ active, unsent, ended: [] }, 'alone')
  const endedBatches = batches.filter((batch) => !hasWork(batch))
  const earlier = jobLines({ active: [], unsent: [], ended }, 'alone')
  return [
    ...(current.length > 0 ? [{ kind: 'heading', section: 'now' } as const, ...current] : []),
    ...(activeBatches.length > 0 ? [{ kind: 'space', id: 'top' } as const] : []),
    ...activeBatches.flatMap(group),
    ...(endedBatches.length + earlier.length > 0 ? [{ kind: 'heading', section: 'earlier' } as const] : []),
    ...endedBatches.flatMap(group),
    ...earlier,
  ]
}

/** Rows of a filtered list, in its order. */
export const flatLines = (jobs: readonly Job[]): QueueLine[] => [
  { kind: 'space', id: 'top' },
  ...jobs.map((job): QueueLine => ({ kind: 'job', job, position: null, part: 'alone' })),
]

const hasWork = ({ unsent, running }: Batch): boolean => unsent + running > 0

const jobLines = ({ active, unsent, ended }: QueueContent['rows'], part: 'alone' | 'inner'): QueueLine[] => [
  ...active.map((job): QueueLine => ({ kind: 'job', job, position: null, part })),
  ...unsent.map((job, index): QueueLine => ({ kind: 'job', job, position: index + 1, part })),
  ...ended.map((job): QueueLine => ({ kind: 'job', job, position: null, part })),
]

/** Offsets of the rows in px, with the end of the last one as one more entry. */
export const lineTops = (lines: readonly QueueLine[]): Float64Array => {
  const tops = new Float64Array(lines.length + 1)
  for (const [index, { kind }] of lines.entries()) tops[index + 1] = (tops[index] ?? 0) + LINE_HEIGHTS[kind]
  return tops
}
