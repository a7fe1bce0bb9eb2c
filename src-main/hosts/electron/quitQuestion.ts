export interface OpenWork {
  unsent: number
  /** Being sent, made or fetched. */
  sent: number
}

/** What is asked before Easel ends while work is under way: what goes on without it, and what will wait. */
export function quitQuestion({ unsent, sent }: OpenWork): { message: string; detail: string } {
  const running = sent === 1 ? '1 job is running' : `${sent} jobs are running`
  const waiting = unsent === 1 ? '1 job is not sent yet' : `${unsent} jobs are not sent yet`
  const goes =
    sent === 1
      ? 'What runs goes on at the service; Easel collects it next time.'
      : 'They go on at the service; Easel collects them next time.'
  const waits = `${unsent === 1 ? 'The unsent one waits' : `The ${unsent} unsent ones wait`} until Easel is open again; nothing is lost.`
  if (sent === 0) return { message: `${waiting}.`, detail: waits }
  if (unsent === 0) return { message: `${running}.`, detail: goes }
  return { message: `${running}, ${waiting.replace(/ jobs? (is|are)/, '')}.`, detail: `${goes} ${waits}` }
}
