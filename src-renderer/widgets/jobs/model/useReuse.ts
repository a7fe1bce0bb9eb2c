import { useCallback } from 'react'
import { call } from '../../../host/call.ts'
import { problemOf } from '../../../host/problemOf.ts'
import { problemMessage } from '../../../lib/problemMessage.ts'
import { toasts } from '../../../lib/toasts.ts'
import { reuse } from '../../results/reuse.ts'

/** Loads a job's parameters into the form, with or without its seed. */
export function useReuse(): (jobId: string, keepSeed: boolean) => void {
  return useCallback((jobId, keepSeed) => {
    call('jobs.get', { id: jobId }).then(
      (job) => reuse(job, keepSeed),
      (error: unknown) => {
        const { what, next } = problemMessage(problemOf(error))
        toasts.getState().show({ tone: 'bad', text: [what, next].filter(Boolean).join(' ') })
      },
    )
  }, [])
}
