import type { Job } from '../../../../src-preload/contract/types/job.ts'

export type QueueLine =
  { kind: 'heading'; section: 'now' | 'earlier'; count: number } | { kind: 'job'; job: Job }

export const LINE_HEIGHTS = { heading: 44, job: 54 } as const

/**
 * The queue as one list of lines: what is open, next to run last added first, then what is over. Uncertain jobs
 * stand above the list and are left out; a job both lists hold is shown once.
 */
export const queueLines = (open: readonly Job[], recent: readonly Job[]): QueueLine[] => {
  const now = open.filter(({ state }) => state !== 'uncertain')
  const known = new Set(open.map(({ id }) => id))
  const earlier = recent.filter(({ id, state }) => !known.has(id) && state !== 'uncertain')
  const section = (name: 'now' | 'earlier', jobs: Job[]): QueueLine[] =>
    jobs.length === 0
      ? []
      : [
          { kind: 'heading', section: name, count: jobs.length },
          ...jobs.map((job): QueueLine => ({ kind: 'job', job })),
        ]
  return [...section('now', now), ...section('earlier', earlier)]
}

/** Where each line begins, px, with the end of the last one more entry. */
export const lineTops = (lines: readonly QueueLine[]): Float64Array => {
  const tops = new Float64Array(lines.length + 1)
  for (const [index, { kind }] of lines.entries()) tops[index + 1] = (tops[index] ?? 0) + LINE_HEIGHTS[kind]
  return tops
}
