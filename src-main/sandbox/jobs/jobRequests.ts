import { createHash, randomUUID } from 'node:crypto'
import type { ParsedRequest } from '../http/ParsedRequest.ts'
import { dataReply, type Reply, validationReply } from '../http/Reply.ts'
import type { Operation, Plan, Rule } from '../operations/Operation.ts'
import type { SandboxContext } from '../SandboxContext.ts'
import { type Failure, FAILURE_SHARE, findJobPhase, type JobRecord } from './AccountStore.ts'
import { validateUploads } from '../inputs/validateUploads.ts'
import type { SandboxModel, Flavour } from '../models/SandboxModel.ts'
import { validate } from '../operations/validate.ts'

/** Minimum and maximum work time of a job at speed 1, before it varies by 10 %. */
const MIN_JOB_SECONDS = 2.4
const MAX_JOB_SECONDS = 60

/** Dollars below which the live service accepts no job (service.md §Balance). */
const LIVE_MIN_BALANCE = 0.49

/** Accepts a job: checks, charges and records it, then returns its `request_id` (service.md §Job status). */
export async function submitJob(
  operation: Operation,
  request: ParsedRequest,
  context: SandboxContext,
): Promise<Reply> {
  const prepared = await prepareRequest(operation, 'submit', request, context)
  if ('rejection' in prepared) return prepared.rejection
  const { model, plan, price } = prepared
  const now = context.clock.now()
  const needed = context.settings.flavour === 'live' ? Math.max(price, LIVE_MIN_BALANCE) : price
  if (context.accounts.balance(now) < needed) return validationReply({ balance: ['Not enough balance.'] })
  const id = randomUUID()
  const { speed } = context.settings
  const seconds = MIN_JOB_SECONDS + model.secondsPerUnit * operation.countUnits(plan)
  context.accounts.addJob({
    id,
    operation: operation.type,
    model: model.slug,
    body: { ...request.body.fields, ...describeUploads(request) },
    uploads: hashUploads(request),
    plan,
    price,
    acceptedAt: now,
    // Both vary, as at a real service: 0.4 to 1.2 seconds in the queue, and 10 % more or less work.
    queueMs: (400 + context.random() * 800) / speed,
    workMs: (Math.min(MAX_JOB_SECONDS, seconds) * (900 + context.random() * 200)) / speed,
    failure: createInputFailure(operation.findFailureReason?.(plan) ?? null),
    stuckAt: null,
    ...context.faults.chooseJobOutcome(),
  })
  return dataReply({ request_id: id })
}

/** The failure of a job whose source can't be fetched: it is accepted, fails, and is refunded (service.md §Job status). */
function createInputFailure(reason: string | null): Failure | null {
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

/** The smallest price in dollars, one unit of the eighth decimal. */
const MIN_PRICE = 1e-8

interface PreparedRequest {
  model: SandboxModel
  plan: Plan
  /** Dollars, to eight decimals. */
  price: number
}

/** The common part of submit and price requests: checks the body, plans the work and prices it, or returns a 422. */
export async function prepareRequest(
  operation: Operation,
  purpose: 'submit' | 'price',
  request: ParsedRequest,
  context: SandboxContext,
): Promise<{ rejection: Reply } | PreparedRequest> {
  const { flavour } = context.settings
  const { body } = request
  const rules = purpose === 'submit' ? operation.rules : choosePriceRules(operation, flavour)
  const acceptsAnyEncoding =
    operation.encoding === 'either' || (purpose === 'price' && operation.encoding === 'form')
  const isReadable = acceptsAnyEncoding || body.encoding === operation.encoding
  const sentFields = isReadable ? body.fields : {}
  const slug = typeof sentFields.model === 'string' ? sentFields.model.trim() : sentFields.model
  const model = context.models.find(slug)
  const { fields, errors } = validate(rules, sentFields, isReadable ? body.encoding : 'none', model, flavour)
  const uploads = await validateUploads(rules, isReadable ? body.files : {}, sentFields, model)
  Object.assign(errors, uploads.errors)
  if (typeof fields.model === 'string' && model === null)
    errors.model = ['The selected model does not exist.']
  else if (model && !model.types.includes(operation.type)) errors.model = ['The selected model is invalid.']
  const unstoredInputs = uploads.files.map(({ bytes: _bytes, ...file }) => ({ ...file, id: '' }))
  if (model && Object.keys(errors).length === 0) {
    Object.assign(errors, operation.check?.(fields, model, unstoredInputs, flavour, purpose))
  }
  if (model === null || Object.keys(errors).length > 0) return { rejection: validationReply(errors) }
  const storeInputs = () =>
    uploads.files.map(({ bytes, ...file }) => ({ ...file, id: context.inputs.store(bytes) }))
  const inputs = purpose === 'submit' ? storeInputs() : unstoredInputs
  const { detail } = context.settings
  const plan = { ...operation.plan({ fields, inputs, model, random: context.random }), detail }
  if (purpose === 'price' && flavour === 'live' && operation.isPricedAsZero?.(plan))
    return { model, plan, price: 0 }
  const factor = context.settings.priceFactors[model.slug] ?? 1
  const exact = (model.cost.base + model.cost.perUnit * operation.countUnits(plan)) * factor
  return { model, plan, price: Math.max(MIN_PRICE, Math.round(exact * 1e8) / 1e8) }
}

/** As specified, a price body has the parameters of the job endpoint (service.md §Prices). */
function choosePriceRules({ rules, priceRules, hasOwnPriceBody }: Operation, flavour: Flavour): Rule[] {
  if (flavour === 'live' || hasOwnPriceBody) return priceRules
  const extra = priceRules.filter(({ field }) => !rules.some((rule) => rule.field === field))
  return [...rules, ...extra]
}

/** A job has a preview after this share of its work. */
const MIN_PREVIEW_SHARE = 0.1

/**
 * A job's status record. The spec flavour omits empty members; the live one has nulls, and the progress as text while the job runs
 * (service.md §Job status).
 */
export async function createStatusRecord(
  job: JobRecord,
  context: SandboxContext,
): Promise<Record<string, unknown>> {
  const now = context.clock.now()
  const { status, doneShare } = findJobPhase(job, now)
  const preview =
    status === 'processing' && doneShare >= MIN_PREVIEW_SHARE
      ? await createPreview(job, doneShare, context)
      : null
  const links = status === 'done' ? createLinks(job, context) : null
  const operation = context.resultGenerator.findOperation(job)
  if (status === 'processing' && operation?.isSlow && !job.failure) context.resultGenerator.prefetch(job)
  const progress = status === 'done' ? 100 : Math.floor(doneShare * 99)
  if (context.settings.flavour === 'spec') {
    return {
      status,
      progress,
      ...(preview === null ? {} : { preview }),
      ...(links === null
        ? {}
        : { ...links, result: (await readTextResult(job, context)) ?? links.result_url }),
      ...(status === 'error' ? failureDetails(job) : {}),
    }
  }
  const inline = links !== null && job.plan.inline === true ? await readTextResult(job, context) : null
  const shownShare = operation?.isEarlyProgressHidden?.(job.plan) && doneShare < 0.5 ? 0 : doneShare
  return {
    status,
    progress: status === 'pending' ? null : status === 'processing' ? (shownShare * 99).toFixed(2) : progress,
    preview,
    result_url: inline === null ? (links?.result_url ?? null) : null,
    results_alt_formats: links?.results_alt_formats ?? null,
    result: inline,
    ...(status === 'error' ? failureDetails(job) : {}),
  }
}

/** The preview of a running job: a link in the spec flavour, a data URI in the live one. Null for jobs without previews. */
async function createPreview(
  job: JobRecord,
  doneShare: number,
  context: SandboxContext,
): Promise<string | null> {
  if (!context.resultGenerator.findOperation(job)?.preview) return null
  const percent = Math.floor(doneShare * 10) * 10
  if (context.settings.flavour === 'spec') return createLink(`${job.id}-${String(percent)}.jpg`, context)
  const file = await context.resultGenerator.generatePreview(job, percent / 100)
  return file && `data:${file.mime};base64,${Buffer.from(file.bytes).toString('base64')}`
}

/** The text result of an analysis; null for jobs that make other files. */
async function readTextResult(job: JobRecord, context: SandboxContext): Promise<string | null> {
  const operation = context.resultGenerator.findOperation(job)
  if (!operation?.hasTextResult) return null
  const file = await context.resultGenerator.generateResult(job, operation.formats(job.plan).main)
  return file && Buffer.from(file.bytes).toString('utf8')
}

function createLinks(job: JobRecord, context: SandboxContext) {
  const formats = context.resultGenerator.findOperation(job)?.formats(job.plan)
  if (!formats) return null
  const alternatives: Record<string, string> = {}
  for (const format of formats.alternatives) alternatives[format] = createLink(`${job.id}.${format}`, context)
  return {
    result_url: createLink(`${job.id}.${formats.main}`, context),
    results_alt_formats: formats.alternatives.length > 0 ? alternatives : null,
  }
}

function createLink(fileName: string, context: SandboxContext): string {
  return context.address() + context.linkSigner.create(fileName, context.clock.now())
}

function failureDetails(job: JobRecord): Record<string, unknown> {
  const { failure } = job
  if (!failure || failure.code === null) return {}
  return {
    error_code: failure.code,
    error_message: failure.message,
    error_reason: failure.reason,
    retryable: false,
    refunded: failure.refunded,
    failed_at: new Date(job.acceptedAt + job.queueMs + job.workMs * FAILURE_SHARE).toISOString(),
  }
}
