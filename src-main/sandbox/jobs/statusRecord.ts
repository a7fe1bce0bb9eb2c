import type { SandboxContext } from '../SandboxContext.ts'
import { FAILURE_SHARE, findJobPhase, type JobRecord } from './AccountStore.ts'

/** The share of its work after which a job has a preview. */
const MIN_PREVIEW_SHARE = 0.1

/** A job's status record. The spec flavour omits empty members; the live one has nulls and numbers as text (service.md §Job status). */
export async function createStatusRecord(
  job: JobRecord,
  context: SandboxContext,
): Promise<Record<string, unknown>> {
  const now = context.clock.now()
  const { status, share } = findJobPhase(job, now)
  const preview =
    status === 'processing' && share >= MIN_PREVIEW_SHARE ? await createPreview(job, share, context) : null
  const links = status === 'done' ? createLinks(job, context) : null
  const operation = context.resultGenerator.findOperation(job)
  if (status === 'processing' && operation?.isSlow && !job.failure) context.resultGenerator.prefetch(job)
  const progress = status === 'done' ? 100 : Math.floor(share * 99)
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
  const shownShare = operation?.isEarlyProgressHidden?.(job.plan) && share < 0.5 ? 0 : share
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

/** A link in the spec flavour, a data URI in the live one. */
async function createPreview(job: JobRecord, share: number, context: SandboxContext): Promise<string | null> {
  if (!context.resultGenerator.findOperation(job)?.preview) return null
  const percent = Math.floor(share * 10) * 10
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
