import type { StatusRecord } from './StatusRecord.ts'
import { dataOf, isRecord } from '../client/json.ts'
import { plainText } from '../client/plainText.ts'

const DONE = new Set(['done', 'completed', 'complete', 'success', 'succeeded', 'finished'])
const FAILED = new Set(
  'error errored failed failure cancelled canceled aborted rejected timeout timed_out'.split(' '),
)
const MAX_NUMBER = 64
/** The maximum number of formats of one result that are downloaded. */
const MAX_ALTERNATIVES = 8
/** In characters. A preview is a small image that each poll replaces. */
const MAX_PREVIEW = 4 * 1024 * 1024
const INLINE_IMAGE = /^data:image\/(png|jpe?g|webp|gif|avif);base64,[a-z0-9+/=\s]+$/i

/** Parses the response to a poll (service.md §Job status); null if it contains no job status. */
export const readStatusRecord = (json: unknown): StatusRecord | null => {
  const data = dataOf(json)
  if (!data || typeof data.status !== 'string') return null
  const word = data.status.trim()
  const phase = phaseOf(word)
  return {
    phase,
    word: plainText(word) ?? '',
    progress: progressOf(data.progress),
    preview: previewOf(data.preview),
    resultUrl:
      webUrl(data.result_url) ??
      relativeUrl(data.result_url) ??
      (phase === 'done' ? webUrl(data.result) : null),
    alternatives: alternativesOf(data.results_alt_formats),
    result: resultOf(data.result),
    failure: phase === 'failed' ? failureOf(data) : null,
  }
}

const phaseOf = (word: string): StatusRecord['phase'] => {
  const normalized = word.toLowerCase().replaceAll(/[\s-]+/g, '_')
  if (DONE.has(normalized)) return 'done'
  return FAILED.has(normalized) ? 'failed' : 'running'
}

const progressOf = (value: unknown): number | null => {
  const progress = typeof value === 'string' ? percentOf(value) : value
  return typeof progress === 'number' && Number.isFinite(progress)
    ? Math.min(100, Math.max(0, progress))
    : null
}

const percentOf = (text: string): number | null => {
  const digits = text.length <= MAX_NUMBER ? text.trim().replace(/%$/, '').trimEnd() : ''
  return digits === '' ? null : Number(digits)
}

function previewOf(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > MAX_PREVIEW) return null
  return INLINE_IMAGE.test(value.trim()) ? value.trim() : webUrl(value)
}

const alternativesOf = (value: unknown): Record<string, string> => {
  const found: Record<string, string> = {}
  for (const [format, url] of Object.entries(isRecord(value) ? value : {})) {
    const address = webUrl(url) ?? relativeUrl(url)
    if (address && /^[a-z0-9]{1,10}$/i.test(format)) found[format.toLowerCase()] = address
    if (Object.keys(found).length === MAX_ALTERNATIVES) break
  }
  return found
}

const resultOf = (value: unknown): string | null => {
  if (value === null || value === undefined) return null
  return typeof value === 'string' ? value : JSON.stringify(value)
}

const failureOf = (data: Record<string, unknown>): StatusRecord['failure'] => {
  const error = isRecord(data.error) ? data.error : {}
  const message = data.error_message ?? data.message ?? error.message ?? data.error
  return {
    code: plainText(data.error_code ?? data.code ?? error.code),
    message: plainText(message),
    reason: plainText(data.error_reason ?? data.reason ?? error.reason),
    refunded: booleanOf(data.refunded ?? error.refunded),
    retryable: booleanOf(data.retryable ?? error.retryable),
  }
}

const booleanOf = (value: unknown): boolean | null => {
  if (value === true || value === 1 || value === '1' || value === 'true') return true
  return value === false || value === 0 || value === '0' || value === 'false' ? false : null
}

/** The text if it is an absolute http(s) URL without credentials, otherwise null. */
const webUrl = (value: unknown): string | null => {
  const text = typeof value === 'string' ? value.trim() : ''
  if (text.length > 8192 || !/^https?:\/\/\S+$/i.test(text) || !URL.canParse(text)) return null
  const url = new URL(text)
  return url.username || url.password ? null : text
}

/** The text if it is a relative URL such as `/results/a.png`, otherwise null. */
export const relativeUrl = (value: unknown): string | null => {
  const text = typeof value === 'string' ? value.trim() : ''
  if (text === '' || text.length > 8192 || /\s|\\|^[a-z][a-z0-9+.-]*:/i.test(text)) return null
  const url = URL.parse(text, 'https://service.invalid/')
  return url && !url.username && !url.password && /^(\/|\.{1,2}\/|[^/]+[/.])/.test(text) ? text : null
}
