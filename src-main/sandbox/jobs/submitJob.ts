import { createHash, randomUUID } from 'node:crypto'
import type { Call } from '../http/Call.ts'
import { data, invalid, type Reply } from '../http/Reply.ts'
import type { Operation } from '../operations/Operation.ts'
import type { Parts } from '../Parts.ts'
import type { Failure } from './JobRecord.ts'
import { considerRequest } from './considerRequest.ts'

/** Below this balance the live service takes no job at all (facts.md §4). */
const LIVE_MINIMUM = 0.49

/** POST a job: checked, charged, recorded, answered with its `request_id` (spec.md §txt2img). */
export async function submitJob(operation: Operation, call: Call, parts: Parts): Promise<Reply> {
  const considered = await considerRequest(operation, 'submit', call, parts)
  if ('refused' in considered) return considered.refused
  const { model, plan, price } = considered
  const now = parts.clock.now()
  const needed = parts.settings.flavour === 'live' ? Math.max(price, LIVE_MINIMUM) : price
  if (parts.books.balance(now) < needed) return invalid({ balance: ['Not enough balance.'] })
  const id = randomUUID()
  const { speed } = parts.settings
  const seconds = 2.4 + model.secondsPerUnit * operation.units(plan)
  parts.books.addJob({
    id,
    operation: operation.type,
    model: model.slug,
    body: { ...call.body.fields, ...filesOf(call) },
    uploads: uploadsOf(call),
    plan,
    price,
    acceptedAt: now,
    queueMs: (400 + parts.dice() * 800) / speed,
    workMs: (Math.min(60, seconds) * (900 + parts.dice() * 200)) / speed,
    failure: failureOf(operation.fails?.(plan) ?? null),
    stuckAt: null,
    ...parts.faults.fate(),
  })
  return data({ request_id: id })
}

/** A source that cannot be had: the job is taken, then fails, and is refunded (facts.md §3). */
function failureOf(reason: string | null): Failure | null {
  if (reason === null) return null
  return { code: 'PROCESSING_ERROR', message: 'The source could not be processed.', reason, refunded: true }
}

/** Uploads as the ledger shows them: names and sizes. */
function filesOf(call: Call): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(call.body.files).map(([field, uploads]) => [
      field,
      uploads.map(({ fileName, bytes }) => `${fileName} (${String(bytes.length)} bytes)`),
    ]),
  )
}

function uploadsOf(call: Call): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(call.body.files).map(([field, uploads]) => [
      field,
      uploads.map(({ bytes }) => createHash('sha256').update(bytes).digest('hex')),
    ]),
  )
}
