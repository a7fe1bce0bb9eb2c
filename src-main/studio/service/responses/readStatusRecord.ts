import { unwrapData, isRecord, toPlainText } from '../http/json.ts'

/** A job's status as the service reported it, parsed leniently (service.md §Job status). */
export interface StatusRecord {
  /** `running` also for a status that Easel doesn't know. */
  phase: 'running' | 'done' | 'failed'
  /** The status in the service's own spelling. The name `word` is stored in the database. */
  word: string
  /** 0 to 100; null if not reported. */
  progress: number | null
  /** An http(s) URL or a data: URI of an image; anything else is dropped. */
  preview: string | null
  resultUrl: string | null
  /** URLs of the same result by format; empty if there are none. */
  alternatives: Record<string, string>
  /** The inline result: text, or a JSON value serialized to text. */
  result: string | null
  /** Only when failed. */
  failure: {
    code: string | null
    message: string | null
    reason: string | null
    refunded: boolean | null
    /** Whether the same request may succeed later; null if unknown (service.md §Job status). */
    retryable: boolean | null
  } | null
}

const DONE = new Set(['done', 'completed', 'complete', 'success', 'succeeded', 'finished'])
const FAILED = new Set(
  'error errored failed failure cancelled canceled aborted rejected timeout timed_out'.split(' '),
)
/** Longer texts are not parsed as a progress. */
const MAX_NUMBER_LENGTH = 64
/** The maximum number of formats of one result that are downloaded. */
const MAX_ALTERNATIVES = 8
/** In characters. A preview is a small image that each poll replaces. */
const MAX_PREVIEW_LENGTH = 4 * 1024 * 1024
/** In characters. */
const MAX_URL_LENGTH = 8192
const INLINE_IMAGE = /^data:image\/(png|jpe?g|webp|gif|avif);base64,[a-z0-9+/=\s]+$/i

/** Parses the response to a poll (service.md §Job status); null if it contains no job status. */
export const readStatusRecord = (json: unknown): StatusRecord | null => {
  const data = unwrapData(json)
  if (!data || typeof data.status !== 'string') return null
  const word = data.status.trim()
  const phase = readPhase(word)
  return {
    phase,
    word: toPlainText(word) ?? '',
    progress: readProgress(data.progress),
    preview: readPreview(data.preview),
    resultUrl:
      readWebUrl(data.result_url) ??
      readRelativeUrl(data.result_url) ??
      (phase === 'done' ? readWebUrl(data.result) : null),
    alternatives: readAlternatives(data.results_alt_formats),
    result: toResultText(data.result),
    failure: phase === 'failed' ? readFailure(data) : null,
  }
}

const readPhase = (word: string): StatusRecord['phase'] => {
  const normalized = word.toLowerCase().replaceAll(/[\s-]+/g, '_')
  if (DONE.has(normalized)) return 'done'
  return FAILED.has(normalized) ? 'failed' : 'running'
}

const readProgress = (value: unknown): number | null => {
  const progress = typeof value === 'string' ? parsePercent(value) : value
  return typeof progress === 'number' && Number.isFinite(progress)
    ? Math.min(100, Math.max(0, progress))
    : null
}

const parsePercent = (text: string): number | null => {
  const digits = text.length <= MAX_NUMBER_LENGTH ? text.trim().replace(/%$/, '').trimEnd() : ''
  return digits === '' ? null : Number(digits)
}

function readPreview(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > MAX_PREVIEW_LENGTH) return null
  return INLINE_IMAGE.test(value.trim()) ? value.trim() : readWebUrl(value)
}

const readAlternatives = (value: unknown): Record<string, string> => {
  const found: Record<string, string> = {}
  for (const [format, url] of Object.entries(isRecord(value) ? value : {})) {
    const absoluteOrRelativeUrl = readWebUrl(url) ?? readRelativeUrl(url)
    if (absoluteOrRelativeUrl && /^[a-z0-9]{1,10}$/i.test(format))
      found[format.toLowerCase()] = absoluteOrRelativeUrl
    if (Object.keys(found).length === MAX_ALTERNATIVES) break
  }
  return found
}

const toResultText = (value: unknown): string | null => {
  if (value === null || value === undefined) return null
  return typeof value === 'string' ? value : JSON.stringify(value)
}

const readFailure = (data: Record<string, unknown>): StatusRecord['failure'] => {
  const error = isRecord(data.error) ? data.error : {}
  const message = data.error_message ?? data.message ?? error.message ?? data.error
  return {
    code: toPlainText(data.error_code ?? data.code ?? error.code),
    message: toPlainText(message),
    reason: toPlainText(data.error_reason ?? data.reason ?? error.reason),
    refunded: readBoolean(data.refunded ?? error.refunded),
    retryable: readBoolean(data.retryable ?? error.retryable),
  }
}

const readBoolean = (value: unknown): boolean | null => {
  if (value === true || value === 1 || value === '1' || value === 'true') return true
  return value === false || value === 0 || value === '0' || value === 'false' ? false : null
}

/** The text if it is an absolute http(s) URL without credentials, otherwise null. */
const readWebUrl = (value: unknown): string | null => {
  const text = typeof value === 'string' ? value.trim() : ''
  if (text.length > MAX_URL_LENGTH || !/^https?:\/\/\S+$/i.test(text) || !URL.canParse(text)) return null
  const url = new URL(text)
  return url.username || url.password ? null : text
}

/** The text if it is a relative URL such as `/results/a.png`, otherwise null. */
export const readRelativeUrl = (value: unknown): string | null => {
  const text = typeof value === 'string' ? value.trim() : ''
  if (text === '' || text.length > MAX_URL_LENGTH || /\s|\\|^[a-z][a-z0-9+.-]*:/i.test(text)) return null
  const url = URL.parse(text, 'https://service.invalid/')
  return url && !url.username && !url.password && /^(\/|\.{1,2}\/|[^/]+[/.])/.test(text) ? text : null
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The id of a new job (service.md §Job status: a UUID); null if the response contains none that can be polled. */
export const readRequestId = (json: unknown): string | null => {
  const id = unwrapData(json)?.request_id
  return typeof id === 'string' && UUID.test(id.trim()) ? id.trim() : null
}
