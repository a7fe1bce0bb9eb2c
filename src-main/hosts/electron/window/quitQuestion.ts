/** Numbers of unfinished jobs. */
export interface OpenJobCounts {
  unsent: number
  /** Jobs that are being sent, generated or downloaded. */
  sent: number
}

/** The text of the confirmation before quitting with open jobs: which jobs continue and which will wait. */
export function formatQuitQuestion({ unsent, sent }: OpenJobCounts): { message: string; detail: string } {
  const running = sent === 1 ? '1 job is running' : `${sent} jobs are running`
  const waiting = unsent === 1 ? '1 job isn’t sent yet' : `${unsent} jobs aren’t sent yet`
  const runningDetail =
    sent === 1
      ? 'The running job continues at the service. Easel fetches its result next time.'
      : 'The running jobs continue at the service. Easel fetches their results next time.'
  const waitingDetail = `The unsent ${unsent === 1 ? 'job waits' : 'jobs wait'} until you open Easel again.`
  if (sent === 0) return { message: `${waiting}.`, detail: waitingDetail }
  if (unsent === 0) return { message: `${running}.`, detail: runningDetail }
  return {
    message: `${running} and ${waiting.replace(/ jobs?/, '')}.`,
    detail: `${runningDetail} ${waitingDetail}`,
  }
}
