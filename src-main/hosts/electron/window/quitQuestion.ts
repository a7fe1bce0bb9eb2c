import type { RestartReason } from '../../shared/libraries/createLibrariesHandlers.ts'

/** Numbers of unfinished jobs. */
export interface OpenJobCounts {
  unsent: number
  /** Jobs that are being sent, generated or downloaded. */
  sent: number
}

/** The text of the confirmation before a restart: what happens to unfinished jobs, and to a backup that is opened as a library. */
export function formatRestartQuestion(
  reason: RestartReason,
  counts: OpenJobCounts,
): { message: string; detail: string } {
  const question = formatQuitQuestion(counts)
  const hasJobs = counts.unsent + counts.sent > 0
  if (reason.kind === 'move') {
    const where = `The library moves to ${reason.folder}. This can take a moment.`
    return {
      message: 'Restart Easel to move the library?',
      detail: hasJobs ? `${where} ${question.message} ${question.detail}` : where,
    }
  }
  const { name, openName, isBackup } = reason
  const lines: string[] = []
  if (counts.sent > 0)
    lines.push(
      `${countRunning(counts.sent)} in “${openName}”. ${
        counts.sent === 1
          ? 'It continues at the service, and its result is'
          : 'They continue at the service, and their results are'
      } fetched only when “${openName}” is open again. The service deletes results after a while.`,
    )
  if (counts.unsent > 0)
    lines.push(
      `${countUnsent(counts.unsent)}. ${counts.unsent === 1 ? 'It waits' : 'They wait'} until “${openName}” is open again.`,
    )
  if (isBackup)
    lines.push(
      'This folder is a backup. Opened as a library, it’s no longer used for backups. To keep it, restore it to another folder.',
    )
  return {
    message: `Restart Easel with the library “${name}”?`,
    detail: lines.join(' ') || `“${openName}” stays as it is.`,
  }
}

const countRunning = (sent: number): string => (sent === 1 ? '1 job is running' : `${sent} jobs are running`)
const countUnsent = (unsent: number): string =>
  unsent === 1 ? '1 job hasn’t been sent yet' : `${unsent} jobs haven’t been sent yet`

/** The text of the confirmation before quitting with open jobs: which jobs continue and which will wait. */
export function formatQuitQuestion({ unsent, sent }: OpenJobCounts): { message: string; detail: string } {
  const running = countRunning(sent)
  const waiting = countUnsent(unsent)
  const runningDetail =
    sent === 1
      ? 'The running job continues at the service. Its result is fetched when you open Easel again.'
      : 'The running jobs continue at the service. Their results are fetched when you open Easel again.'
  const waitingDetail = `The unsent ${unsent === 1 ? 'job waits' : 'jobs wait'} until you open Easel again.`
  if (sent === 0) return { message: `${waiting}.`, detail: waitingDetail }
  if (unsent === 0) return { message: `${running}.`, detail: runningDetail }
  return {
    message: `${running} and ${waiting.replace(/ jobs?/, '')}.`,
    detail: `${runningDetail} ${waitingDetail}`,
  }
}
