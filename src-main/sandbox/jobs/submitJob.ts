import { createHash, randomUUID } from 'node:crypto'
import type { ParsedRequest } from '../http/ParsedRequest.ts'
import { dataReply, type Reply, validationReply } from '../http/Reply.ts'
import type { Operation } from '../operations/Operation.ts'
import type { SandboxContext } from '../SandboxContext.ts'
import type { Failure } from './JobRecord.ts'
import { prepareRequest } from './prepareRequest.ts'

/** Dollars below which the live service accepts no job (service.md §Rate limits). */
const LIVE_MIN_BALANCE = 0.49

/** Accepts a job: checks, charges and records it, then returns its `request_id` (service.md §Images). */
export async function submitJob(
  operation: Operation,
  request: ParsedRequest,
  context: SandboxContext,
): Promise<Reply> {
  const prepared = await prepareRequest(operation, 'submit', request, context)
  if ('refused' in prepared) return prepared.refused
  const { model, plan, price } = prepared
  const now = context.clock.now()
  const needed = context.settings.flavour === 'live' ? Math.max(price, LIVE_MIN_BALANCE) : price
  if (context.accounts.balance(now) < needed) return validationReply({ balance: ['Not enough balance.'] })
  const id = randomUUID()
  const { speed } = context.settings
  const seconds = 2.4 + model.secondsPerUnit * operation.units(plan)
  context.accounts.addJob({
    id,
    operation: operation.type,
    model: model.slug,
    body: { ...request.body.fields, ...describeUploads(request) },
    uploads: hashUploads(request),
    plan,
    price,
    acceptedAt: now,
    queueMs: (400 + context.random() * 800) / speed,
    workMs: (Math.min(60, seconds) * (900 + context.random() * 200)) / speed,
    failure: failureOf(operation.failureReason?.(plan) ?? null),
    stuckAt: null,
    ...context.faults.jobOutcome(),
  })
  return dataReply({ request_id: id })
}

/** For a source that can't be fetched: the job is accepted, fails, and is refunded (service.md §Job status). */
function failureOf(reason: string | null): Failure | null {
  if (reason === null) return null
  return { code: 'PROCESSING_ERROR', message: 'The source could not be processed.', reason, refunded: true }
}

/** Names and sizes of the uploads, for the ledger. */
function describeUploads(request: ParsedRequest): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(request.body.files).map(([field, uploads]) => [
      field,
      uploads.map(({ fileName, bytes }) => `${fileName} (${String(bytes.length)} bytes)`),
    ]),
  )
}

function hashUploads(request: ParsedRequest): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(request.body.files).map(([field, uploads]) => [
      field,
      uploads.map(({ bytes }) => createHash('sha256').update(bytes).digest('hex')),
    ]),
  )
}
