import type { FoundJob } from './readLibrary.ts'

/** What the oracle holds against each other: the studio's rows, the service's bills, and what the user remembers. */
export interface Evidence {
  jobs: readonly FoundJob[]
  /** One entry per bill. Without a request id where only the wire was watched: then it is what may have been billed. */
  bills: readonly { prompt: string; requestId: string | null }[]
  /** Clicks whose answer came back, by click, with the job it named. */
  acknowledged: ReadonlyMap<string, string>
  /** Clicks of rows of batches whose answer came back. */
  rows: ReadonlySet<string>
  /** Request ids the studio has told, by job. */
  told: ReadonlyMap<string, string>
  /** How many times the user agreed to pay for a prompt. */
  agreed: (prompt: string) => number
}

export interface Verdict {
  billedTwice: number
  lost: number
  stuck: number
  uncertain: number
  /** A line for each breach. */
  breaches: string[]
}

const RESTING = new Set(['saved', 'rejected', 'cancelled', 'failed', 'closed', 'uncertain'])
/** States that only an accepted answer leads to. */
const ACCEPTED = new Set(['running', 'saving', 'saved', 'failed', 'vanished', 'unsaved'])
/** States that say no money moved. */
const UNPAID = new Set(['queued', 'rejected', 'cancelled'])

/** Finds every promise broken. */
export function oracle({ jobs, bills, acknowledged, rows, told, agreed }: Evidence): Verdict {
  const breaches: string[] = []
  const verdict: Verdict = { billedTwice: 0, lost: 0, stuck: 0, uncertain: 0, breaches }
  const lose = (message: string): void => {
    verdict.lost++
    breaches.push(`lost: ${message}`)
  }
  const byPrompt = Map.groupBy(bills, ({ prompt }) => prompt)
  const jobsByPrompt = Map.groupBy(jobs, ({ prompt }) => prompt)

  for (const [prompt, billed] of byPrompt) {
    const over = billed.length - agreed(prompt)
    if (over > 0) {
      verdict.billedTwice += over
      breaches.push(`billed twice: "${prompt}" ${billed.length} times, agreed ${agreed(prompt)} times`)
    }
    const found = jobsByPrompt.get(prompt) ?? []
    if (found.length === 0) lose(`"${prompt}" was billed and is in no row`)
    else if (found.every(({ state }) => UNPAID.has(state)))
      lose(`"${prompt}" was billed and its row says ${found.map(({ state }) => state).join(', ')}`)
  }

  const byKey = new Map(jobs.map((job) => [job.idempotencyKey, job]))
  for (const [key, id] of acknowledged)
    if (byKey.get(key)?.id !== id) lose(`click ${key} was acknowledged as ${id} and is not there`)

  for (const key of rows) if (!byKey.has(key)) lose(`row ${key} of a batch was acknowledged and is not there`)

  const byId = new Map(jobs.map((job) => [job.id, job]))
  for (const [id, requestId] of told)
    if (byId.get(id)?.requestId !== requestId) lose(`job ${id} was told to be request ${requestId}`)

  const billedIds = new Map(bills.map(({ requestId, prompt }) => [requestId, prompt]))
  const watched = bills.some(({ requestId }) => requestId !== null)
  for (const { id, state, requestId, prompt, attempts } of jobs) {
    if (state === 'uncertain') verdict.uncertain++
    if (!RESTING.has(state)) {
      verdict.stuck++
      breaches.push(`stuck: job ${id} is ${state}`)
    }
    if (ACCEPTED.has(state) && requestId === null) lose(`job ${id} is ${state} without a request id`)
    if (watched && requestId !== null && billedIds.get(requestId) !== prompt)
      lose(`job ${id} has the request id of another body`)
    if (state === 'uncertain' && attempts === 0) lose(`job ${id} is uncertain and was never sent`)
  }
  const owners = Map.groupBy(
    jobs.filter(({ requestId }) => requestId !== null),
    ({ requestId }) => requestId,
  )
  for (const [requestId, found] of owners)
    if (found.length > 1) lose(`request ${requestId} belongs to ${found.length} jobs`)
  return verdict
}
