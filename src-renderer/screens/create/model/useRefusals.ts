import { useEffect } from 'react'
import { onJobs } from '../../../host/receiveJobs.ts'
import { draftStore } from '../../../widgets/forms/draftStore.ts'
import { fieldsSaid } from './fieldsSaid.ts'

/** Brings a refusal of the service back to the fields it is about. */
export function useRefusals(): void {
  useEffect(
    () =>
      onJobs((jobs) => {
        for (const job of jobs)
          if (job.state === 'rejected' && job.problem?.fields)
            draftStore.getState().setServiceIssues(job.id, fieldsSaid(job.problem))
      }),
    [],
  )
}
