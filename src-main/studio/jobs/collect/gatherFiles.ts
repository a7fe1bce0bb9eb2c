import { storageErrors } from '../../../../src-preload/contract/errors.ts'
import type { Problem } from '../../../../src-preload/contract/types/problem.ts'
import type { DownloadOutcome, StoredFile } from '../../library/downloads/DownloadOutcome.ts'
import type { Log } from '../../world.ts'
import type { JobRecord } from '../store/JobRecord.ts'
import type { JobFiles, ParsedFile, ResultFiles } from './ResultFiles.ts'
import type { StatusRecord } from '../../service/responses/readStatusRecord.ts'

/** Maximum total size of the files in other formats of one job: 1 GiB. */
const MAX_BYTES = 1 << 30

interface Dependencies {
  files: ResultFiles
  log: Log
  /** Whether the program is closing, which ends all downloads. */
  isClosing: () => boolean
  /** Whether formats that don't fit on the disk are left out, because earlier attempts failed for them. */
  skipsUnfitFormats: boolean
}

/**
 * `interrupted`: another attempt must get the files again, because the disk has a problem or, if that is null, because the program is
 * closing. `stored`: the files that this attempt has stored.
 */
type GatheredFiles =
  | { kind: 'complete'; files: Omit<JobFiles, 'doubt'> }
  | { kind: 'interrupted'; problem: Problem | null; stored: StoredFile[] }

/** Gathers the files of a job: its result, the text in the response, and the result in other formats. */
export async function gatherFiles(
  job: JobRecord,
  file: StoredFile,
  dependencies: Dependencies,
): Promise<GatheredFiles> {
  const { files, log } = dependencies
  const result = { file, content: await files.read(job, file) }
  const inline = job.status?.resultUrl ? readInlineResult(job.status) : null
  const saved = inline?.kind === 'text' ? await saveText(inline.text, files) : null
  if (saved?.kind === 'disk') return { kind: 'interrupted', problem: saved.problem, stored: [file] }
  const isTextMissing = saved !== null && saved.kind !== 'file'
  if (isTextMissing)
    log.warn('The text in a response was not saved', { job: job.id, code: saved.problem.code })
  let text: ParsedFile | null = null
  if (saved?.kind === 'file') {
    if (saved.file.sha256 === file.sha256) await files.discard(saved.file)
    else text = { file: saved.file, content: await files.read(job, saved.file) }
  }
  const formats = files.wantsAlternatives() ? await downloadAlternatives(job, dependencies) : NO_FORMATS
  if ('problem' in formats) {
    const stored = [file, ...(text ? [text.file] : []), ...formats.saved.map((format) => format.file)]
    return { kind: 'interrupted', problem: formats.problem, stored }
  }
  if (isTextMissing || formats.isIncomplete) files.onFormatsMissing(job)
  if (!text) return { kind: 'complete', files: { result, alternatives: formats.saved } }
  const isTextMain = files.makesText(job) && result.content.text === null && result.content.vectors === null
  const [main, other] = isTextMain ? [text, result] : [result, text]
  return { kind: 'complete', files: { result: main, alternatives: [other, ...formats.saved] } }
}

/** Saves a text of a response. A write that failed for an unknown reason counts as a problem of the disk too, so that it is repeated. */
export async function saveText(text: string, files: Pick<ResultFiles, 'saveText'>): Promise<DownloadOutcome> {
  const outcome = await files.saveText(text)
  const isDiskProblem = outcome.kind === 'failed' && outcome.problem.code === storageErrors.diskFailed
  return isDiskProblem ? { kind: 'disk', problem: outcome.problem } : outcome
}

/** The other formats of a result. With a `problem`, they must be downloaded again; see `GatheredFiles`. */
type Formats =
  | { saved: ParsedFile[]; isIncomplete: boolean }
  | { saved: ParsedFile[]; problem: Problem | null }

const NO_FORMATS: Formats = { saved: [], isIncomplete: false }

/**
 * Downloads the result in other formats. They are optional, so a failed one does not delay the result. They are downloaded one after
 * another, within a byte limit, and not from a host that has just failed.
 */
async function downloadAlternatives(
  job: JobRecord,
  { files, log, isClosing, skipsUnfitFormats }: Dependencies,
): Promise<Formats> {
  const all = Object.entries(job.status?.alternatives ?? {})
  const saved: ParsedFile[] = []
  const failedHosts = new Set<string>()
  let bytesLeft = MAX_BYTES
  for (const [format, url] of all) {
    const host = URL.parse(url)?.host ?? ''
    if (failedHosts.has(host)) continue
    if (isClosing()) return { saved, problem: null }
    const outcome = await files.download(job, url, { maxBytes: bytesLeft })
    if (outcome.kind === 'file') {
      bytesLeft -= outcome.file.bytes
      saved.push({ file: outcome.file, content: await files.read(job, outcome.file) })
      continue
    }
    if (outcome.kind === 'disk' && !skipsUnfitFormats) return { saved, problem: outcome.problem }
    if (isClosing()) return { saved, problem: null }
    if (outcome.kind === 'failed') failedHosts.add(host)
    log.warn('Another format was not saved', { job: job.id, format, code: outcome.problem.code })
  }
  return { saved, isIncomplete: saved.length < all.length }
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
