import type { DownloadOutcome, StoredFile } from '../../library/downloads/DownloadOutcome.ts'
import type { ResultContent } from '../../library/texts/ResultContent.ts'
import type { Log } from '../../world.ts'
import { inlineResult } from './inlineResult.ts'
import type { JobRecord } from '../store/JobRecord.ts'

/** A saved file with its parsed content. */
export interface CollectedFile {
  file: StoredFile
  content: ResultContent
}

/** The files of one finished job. */
export interface Collected {
  result: CollectedFile
  alternatives: CollectedFile[]
}

export interface DownloadRequest {
  /** Records the file as the job's before it gets its final name. */
  announced?: boolean
  maxBytes?: number
  /** The hash of a file that looks truncated but counts, because it was downloaded several times with the same bytes. */
  acceptTruncated?: string
}

export interface Gathering {
  download: (job: JobRecord, url: string, wish: DownloadRequest) => Promise<DownloadOutcome>
  /** Saves a result that is part of the response. */
  saveInline: (words: string) => Promise<DownloadOutcome>
  /** Deletes a saved file that is not used. */
  discard: (file: StoredFile) => Promise<void>
  /** Parses a saved file. */
  read: (job: JobRecord, file: StoredFile) => Promise<ResultContent>
  /** Whether a job's result is text or vectors, which may be part of the response. */
  makesText: (job: JobRecord) => boolean
  wantsAlternatives: () => boolean
  /** Called with a job if some of its other formats are not saved. */
  onFormatsMissing: (job: JobRecord) => void
  log: Log
}

const MAX_FORMATS = 8
/** Byte limit for all other formats of one job. */
const MAX_BYTES = 1 << 30

/** A job's result with its other files: text in the response, other formats. */
export async function gatherFiles(job: JobRecord, file: StoredFile, parts: Gathering): Promise<Collected> {
  const { read, wantsAlternatives, makesText, saveInline, discard } = parts
  const result = { file, content: await read(job, file) }
  const formats = wantsAlternatives() ? await otherFormats(job, parts) : []
  const inline = job.result?.resultUrl ? inlineResult(job.result) : null
  const saved = inline?.kind === 'words' ? await saveInline(inline.words) : null
  if (saved?.kind !== 'file' || saved.file.sha256 === file.sha256) {
    if (saved?.kind === 'file') await discard(saved.file)
    return { result, alternatives: formats }
  }
  const words = { file: saved.file, content: await read(job, saved.file) }
  const isMain = makesText(job) && result.content.words === null && result.content.vectors === null
  return isMain
    ? { result: words, alternatives: [result, ...formats] }
    : { result, alternatives: [words, ...formats] }
}

/**
 * Other formats are optional: a failed one does not delay the result. They are downloaded one after another, within a byte
 * limit, and not from a host that has just failed.
 */
async function otherFormats(job: JobRecord, parts: Gathering): Promise<CollectedFile[]> {
  const { download, read, log, onFormatsMissing } = parts
  const all = Object.entries(job.result?.alternatives ?? {})
  const found: CollectedFile[] = []
  const silent = new Set<string>()
  let bytesLeft = MAX_BYTES
  for (const [format, url] of all.slice(0, MAX_FORMATS)) {
    const host = URL.parse(url)?.host ?? ''
    if (silent.has(host)) continue
    const outcome = await download(job, url, { maxBytes: bytesLeft })
    if (outcome.kind === 'file') {
      bytesLeft -= outcome.file.bytes
      found.push({ file: outcome.file, content: await read(job, outcome.file) })
      continue
    }
    if (outcome.kind === 'failed') silent.add(host)
    log.warn('Another format was not saved', { job: job.id, format, code: outcome.problem.code })
  }
  if (found.length < all.length) onFormatsMissing(job)
  return found
}
