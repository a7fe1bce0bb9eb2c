import type { StoredFile } from '../../library/downloads/DownloadOutcome.ts'
import type { Log } from '../../world.ts'
import type { JobRecord } from '../store/JobRecord.ts'
import type { JobFiles, ParsedFile, ResultFiles } from './ResultFiles.ts'
import type { StatusRecord } from '../../service/responses/readStatusRecord.ts'

/** Maximum total size of the files in other formats of one job: 1 GiB. */
const MAX_BYTES = 1 << 30

/** Gathers the files of a job: its result, the text in the response, and the result in other formats. */
export async function gatherFiles(
  job: JobRecord,
  file: StoredFile,
  files: ResultFiles,
  log: Log,
): Promise<JobFiles> {
  const result = { file, content: await files.read(job, file) }
  const formats = files.wantsAlternatives() ? await downloadAlternatives(job, files, log) : []
  const inline = job.status?.resultUrl ? readInlineResult(job.status) : null
  const saved = inline?.kind === 'text' ? await files.saveText(inline.text) : null
  if (saved?.kind !== 'file' || saved.file.sha256 === file.sha256) {
    if (saved?.kind === 'file') await files.discard(saved.file)
    return { result, alternatives: formats }
  }
  const text = { file: saved.file, content: await files.read(job, saved.file) }
  const isTextMain = files.makesText(job) && result.content.text === null && result.content.vectors === null
  return isTextMain
    ? { result: text, alternatives: [result, ...formats] }
    : { result, alternatives: [text, ...formats] }
}

/**
 * Downloads the result in other formats. They are optional, so a failed one does not delay the result. They are downloaded one after
 * another, within a byte limit, and not from a host that has just failed.
 */
async function downloadAlternatives(job: JobRecord, files: ResultFiles, log: Log): Promise<ParsedFile[]> {
  const all = Object.entries(job.status?.alternatives ?? {})
  const saved: ParsedFile[] = []
  const failedHosts = new Set<string>()
  let bytesLeft = MAX_BYTES
  for (const [format, url] of all) {
    const host = URL.parse(url)?.host ?? ''
    if (failedHosts.has(host)) continue
    const outcome = await files.download(job, url, { maxBytes: bytesLeft })
    if (outcome.kind === 'file') {
      bytesLeft -= outcome.file.bytes
      saved.push({ file: outcome.file, content: await files.read(job, outcome.file) })
      continue
    }
    if (outcome.kind === 'failed') failedHosts.add(host)
    log.warn('Another format was not saved', { job: job.id, format, code: outcome.problem.code })
  }
  if (saved.length < all.length) files.onFormatsMissing(job)
  return saved
}

/** A result in the response itself (service.md §Job status): text, or a file as a `data:` URI. */
type InlineResult = { kind: 'text'; text: string } | { kind: 'data'; uri: string }

/** The result in a response; null if there is none or only a link. */
export function readInlineResult(record: StatusRecord | null): InlineResult | null {
  const text = record?.result ?? ''
  const trimmed = text.trim()
  if (trimmed === '' || trimmed === 'null' || trimmed === record?.resultUrl) return null
  // Only base64 counts as a file, because a text may begin with `data:` too.
  if (/^data:[a-z0-9.+/-]+(?:;[a-z0-9=.-]+)*;base64,[a-z0-9+/=_-]+$/i.test(trimmed))
    return { kind: 'data', uri: trimmed }
  return { kind: 'text', text }
}
