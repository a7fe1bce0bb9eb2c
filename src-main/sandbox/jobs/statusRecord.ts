import type { SandboxContext } from '../SandboxContext.ts'
import { jobPhase, type JobRecord } from './JobRecord.ts'

/** A job's status record. The spec flavour omits empty members; the live one has nulls and numbers as text (service.md §Job status). */
export async function statusRecord(
  job: JobRecord,
  context: SandboxContext,
): Promise<Record<string, unknown>> {
  const now = context.clock.now()
  const { status, share } = jobPhase(job, now)
  const preview = status === 'processing' && share >= 0.1 ? await previewOf(job, share, context) : null
  const links = status === 'done' ? linksOf(job, context) : null
  const operation = context.generator.operation(job)
  if (status === 'processing' && operation?.isSlow && !job.failure) context.generator.prefetch(job)
  const progress = status === 'done' ? 100 : Math.floor(share * 99)
  if (context.settings.flavour === 'spec') {
    return {
      status,
      progress,
      ...(preview === null ? {} : { preview }),
      ...(links === null ? {} : { ...links, result: (await textOf(job, context)) ?? links.result_url }),
      ...(status === 'error' ? failureOf(job) : {}),
    }
  }
  const inline = links !== null && job.plan.inline === true ? await textOf(job, context) : null
  const shown = operation?.hidesEarlyProgress?.(job.plan) && share < 0.5 ? 0 : share
  return {
    status,
    progress: status === 'pending' ? null : status === 'processing' ? (shown * 99).toFixed(2) : progress,
    preview,
    result_url: inline === null ? (links?.result_url ?? null) : null,
    results_alt_formats: links?.results_alt_formats ?? null,
    result: inline,
    ...(status === 'error' ? failureOf(job) : {}),
  }
}

/** A link in the spec flavour, a data URI in the live one. */
async function previewOf(job: JobRecord, share: number, context: SandboxContext): Promise<string | null> {
  if (!context.generator.operation(job)?.preview) return null
  const percent = Math.floor(share * 10) * 10
  if (context.settings.flavour === 'spec') return linkTo(`${job.id}-${String(percent)}.jpg`, context)
  const file = await context.generator.preview(job, percent / 100)
  return file && `data:${file.mime};base64,${Buffer.from(file.bytes).toString('base64')}`
}

/** The text result of an analysis; null for jobs that make other files. */
async function textOf(job: JobRecord, context: SandboxContext): Promise<string | null> {
  const operation = context.generator.operation(job)
  if (!operation?.hasTextResult) return null
  const file = await context.generator.result(job, operation.formats(job.plan).main)
  return file && Buffer.from(file.bytes).toString('utf8')
}

function linksOf(job: JobRecord, context: SandboxContext) {
  const formats = context.generator.operation(job)?.formats(job.plan)
  if (!formats) return null
  const alternatives: Record<string, string> = {}
  for (const format of formats.alternatives) alternatives[format] = linkTo(`${job.id}.${format}`, context)
  return {
    result_url: linkTo(`${job.id}.${formats.main}`, context),
    results_alt_formats: formats.alternatives.length > 0 ? alternatives : null,
  }
}

function linkTo(fileName: string, context: SandboxContext): string {
  return context.address() + context.links.create(fileName, context.clock.now())
}

function failureOf(job: JobRecord): Record<string, unknown> {
  const { failure } = job
  if (!failure || failure.code === null) return {}
  return {
    error_code: failure.code,
    error_message: failure.message,
    error_reason: failure.reason,
    retryable: false,
    refunded: failure.refunded,
    failed_at: new Date(job.acceptedAt + job.queueMs + job.workMs * 0.6).toISOString(),
  }
}
