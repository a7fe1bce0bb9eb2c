import { useEffect } from 'react'
import { onJobs } from '../../../host/receiveJobs.ts'
import { draftStore } from '../../../widgets/forms/draftStore.ts'
import { fieldMessages } from './fieldMessages.ts'

/** Shows rejections of jobs at the fields concerned. */
export function useRejections(): void {
  useEffect(
    () =>
      onJobs((jobs) => {
        for (const job of jobs)
          if (job.state === 'rejected' && job.problem?.fields)
            draftStore.getState().setServiceIssues(job.id, fieldMessages(job.problem))
      }),
    [],
  )
}
