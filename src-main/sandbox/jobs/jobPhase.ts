import type { JobRecord } from './JobRecord.ts'

export interface JobPhase {
  word: 'pending' | 'processing' | 'done' | 'error'
  /** Share of the work done, 0 to 1. */
  share: number
}

/** Where a job stands at a moment: a function of its record alone, so a restart changes nothing. */
export function jobPhase(job: JobRecord, now: number): JobPhase {
  const worked = now - job.acceptedAt - job.queueMs
  if (worked < 0) return { word: 'pending', share: 0 }
  const share = Math.min(1, worked / Math.max(1, job.workMs), job.stuckAt ?? 1)
  if (job.failure && share >= 0.6) return { word: 'error', share: 0.6 }
  return share >= 1 ? { word: 'done', share: 1 } : { word: 'processing', share }
}
