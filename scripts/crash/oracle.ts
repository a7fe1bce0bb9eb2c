import { FORGOTTEN_PROMPT } from '../../src-main/studio/testing/servers/startForgetfulProxy.ts'
import type { FoundJob } from './readLibrary.ts'

/** What the oracle compares: the studio's rows, the service's bills, and the simulated user's own record. */
export interface Evidence {
  jobs: readonly FoundJob[]
  /** One entry per bill. `requestId` is null if the entry comes from the recorded requests; it may then not have been billed. */
  bills: readonly { prompt: string; requestId: string | null }[]
  /** Job ids by the idempotency key of the acknowledged click. */
  acknowledged: ReadonlyMap<string, string>
  /** Idempotency keys of the rows of acknowledged batches. */
  rows: ReadonlySet<string>
  /** Request ids the studio has reported, by job. */
  reportedIds: ReadonlyMap<string, string>
  /** How many times the user agreed to pay for a prompt. */
  agreed: (prompt: string) => number
}

export interface Verdict {
  billedTwice: number
  /** Lost jobs, bills and clicks, and rows that contradict what the service or the studio has reported. */
  lostOrInconsistent: number
  stuck: number
  uncertain: number
  /** One line per broken guarantee. */
  violations: string[]
}

const FINAL = new Set(['saved', 'rejected', 'cancelled', 'failed', 'closed', 'uncertain'])
/** States that require an accepted submission. */
const ACCEPTED = new Set(['running', 'saving', 'saved', 'failed', 'vanished', 'unsaved'])
/** States in which nothing was billed. */
const UNPAID = new Set(['queued', 'rejected', 'cancelled'])

/** Finds all broken guarantees of a run. */
export function oracle({ jobs, bills, acknowledged, rows, reportedIds, agreed }: Evidence): Verdict {
  const violations: string[] = []
  const verdict: Verdict = { billedTwice: 0, lostOrInconsistent: 0, stuck: 0, uncertain: 0, violations }
  const recordInconsistency = (message: string): void => {
    verdict.lostOrInconsistent++
    violations.push(`lost or inconsistent: ${message}`)
  }
  const byPrompt = Map.groupBy(bills, ({ prompt }) => prompt)
  const jobsByPrompt = Map.groupBy(jobs, ({ prompt }) => prompt)

  for (const [prompt, billed] of byPrompt) {
    const over = billed.length - agreed(prompt)
    if (over > 0) {
      verdict.billedTwice += over
      violations.push(`billed twice: "${prompt}" ${billed.length} times, agreed ${agreed(prompt)} times`)
    }
    const found = jobsByPrompt.get(prompt) ?? []
    if (found.length === 0) recordInconsistency(`"${prompt}" was billed and has no row`)
    else if (found.every(({ state }) => UNPAID.has(state)))
      recordInconsistency(
        `"${prompt}" was billed, but the state in its row is ${found.map(({ state }) => state).join(', ')}`,
      )
  }

  const byKey = new Map(jobs.map((job) => [job.idempotencyKey, job]))
  for (const [key, id] of acknowledged)
    if (byKey.get(key)?.id !== id)
      recordInconsistency(`click ${key} was acknowledged as ${id} and is missing`)

  for (const key of rows)
    if (!byKey.has(key)) recordInconsistency(`row ${key} of a batch was acknowledged and is missing`)

  const byId = new Map(jobs.map((job) => [job.id, job]))
  for (const [id, requestId] of reportedIds)
    if (byId.get(id)?.requestId !== requestId)
      recordInconsistency(`job ${id} was reported as request ${requestId}`)

  const billedIds = new Map(bills.map(({ requestId, prompt }) => [requestId, prompt]))
  const hasLedger = bills.some(({ requestId }) => requestId !== null)
  for (const { id, state, requestId, prompt, attempts } of jobs) {
    if (state === 'uncertain') verdict.uncertain++
    if (!FINAL.has(state) && !prompt.startsWith(FORGOTTEN_PROMPT)) {
      verdict.stuck++
      violations.push(`stuck: job ${id} is ${state}`)
    }
    if (ACCEPTED.has(state) && requestId === null)
      recordInconsistency(`job ${id} is ${state} without a request id`)
    if (hasLedger && requestId !== null && billedIds.get(requestId) !== prompt)
      recordInconsistency(`job ${id} has the request id of a job with another prompt`)
    if (state === 'uncertain' && attempts === 0)
      recordInconsistency(`job ${id} is uncertain and was never sent`)
  }
  const owners = Map.groupBy(
    jobs.filter(({ requestId }) => requestId !== null),
    ({ requestId }) => requestId,
  )
  for (const [requestId, found] of owners)
    if (found.length > 1) recordInconsistency(`request ${requestId} belongs to ${found.length} jobs`)
  return verdict
}
