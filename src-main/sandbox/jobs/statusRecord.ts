import type { Parts } from '../Parts.ts'
import type { JobRecord } from './JobRecord.ts'
import { jobPhase } from './jobPhase.ts'

/** A job's status record. `spec`: members only when there is something to say; `live`: nulls and text (facts.md §3). */
export async function statusRecord(job: JobRecord, parts: Parts): Promise<Record<string, unknown>> {
  const now = parts.clock.now()
  const { word, share } = jobPhase(job, now)
  const preview = word === 'processing' && share >= 0.1 ? await previewOf(job, share, parts) : null
  const links = word === 'done' ? linksOf(job, parts) : null
  const operation = parts.workshop.operation(job)
  if (word === 'processing' && operation?.heavy && !job.failure) parts.workshop.begin(job)
  const progress = word === 'done' ? 100 : Math.floor(share * 99)
  if (parts.settings.flavour === 'spec') {
    return {
      status: word,
      progress,
      ...(preview === null ? {} : { preview }),
      ...(links === null ? {} : { ...links, result: (await textOf(job, parts)) ?? links.result_url }),
      ...(word === 'error' ? failureOf(job) : {}),
    }
  }
  const inline = links !== null && job.plan.inline === true ? await textOf(job, parts) : null
  const shown = operation?.leaps?.(job.plan) && share < 0.5 ? 0 : share
  return {
    status: word,
    progress: word === 'pending' ? null : word === 'processing' ? (shown * 99).toFixed(2) : progress,
    preview,
    result_url: inline === null ? (links?.result_url ?? null) : null,
    results_alt_formats: links?.results_alt_formats ?? null,
    result: inline,
    ...(word === 'error' ? failureOf(job) : {}),
  }
}

/** A link in the spec's flavour, a data URI in the live one. */
async function previewOf(job: JobRecord, share: number, parts: Parts): Promise<string | null> {
  if (!parts.workshop.operation(job)?.preview) return null
  const percent = Math.floor(share * 10) * 10
  if (parts.settings.flavour === 'spec') return linkTo(`${job.id}-${String(percent)}.jpg`, parts)
  const artefact = await parts.workshop.preview(job, percent / 100)
  return artefact && `data:${artefact.mime};base64,${Buffer.from(artefact.bytes).toString('base64')}`
}

/** What an analysis found, as text; null for jobs that make files. */
async function textOf(job: JobRecord, parts: Parts): Promise<string | null> {
  const operation = parts.workshop.operation(job)
  if (!operation?.analysis) return null
  const artefact = await parts.workshop.result(job, operation.formats(job.plan).main)
  return artefact && Buffer.from(artefact.bytes).toString('utf8')
}

function linksOf(job: JobRecord, parts: Parts) {
  const formats = parts.workshop.operation(job)?.formats(job.plan)
  if (!formats) return null
  const alternatives: Record<string, string> = {}
  for (const format of formats.alternatives) alternatives[format] = linkTo(`${job.id}.${format}`, parts)
  return {
    result_url: linkTo(`${job.id}.${formats.main}`, parts),
    results_alt_formats: formats.alternatives.length > 0 ? alternatives : null,
  }
}

function linkTo(file: string, parts: Parts): string {
  return parts.address() + parts.links.link(file, parts.clock.now())
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
