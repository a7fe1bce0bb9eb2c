import type { DownloadOutcome, StoredFile } from '../downloads/DownloadOutcome.ts'
import type { ResultContent } from '../texts/ResultContent.ts'
import type { Log } from '../world.ts'
import { inlineResult } from './inlineResult.ts'
import type { JobRecord } from './JobRecord.ts'

/** A finished file with what is in it. */
export interface CollectedFile {
  file: StoredFile
  content: ResultContent
}

/** The files of one finished job. */
export interface Collected {
  result: CollectedFile
  alternatives: CollectedFile[]
}

export interface Gathering {
  /** `announced`: the file is noted as the job's before it gets its name. */
  download: (job: JobRecord, url: string, announced: boolean) => Promise<DownloadOutcome>
  /** Saves a result that came inside the answer. */
  saveInline: (words: string) => Promise<DownloadOutcome>
  /** Removes a saved file that is not wanted after all. */
  discard: (file: StoredFile) => Promise<void>
  /** Looks into a saved file. */
  read: (job: JobRecord, file: StoredFile) => Promise<ResultContent>
  /** Whether a job's result is text or vectors, which may come inside the answer. */
  makesText: (job: JobRecord) => boolean
  wantsAlternatives: () => boolean
  log: Log
}

/** A job's result with all that came beside it: words inside the answer, other formats. */
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

/** They are a courtesy: one that can't be had does not hold the result back. */
async function otherFormats(job: JobRecord, { download, read, log }: Gathering): Promise<CollectedFile[]> {
  const found = await Promise.all(
    Object.values(job.result?.alternatives ?? {}).map(async (url) => {
      const outcome = await download(job, url, false)
      if (outcome.kind === 'file') return { file: outcome.file, content: await read(job, outcome.file) }
      log.warn('An alternative format was not saved', { job: job.id, code: outcome.problem.code })
      return null
    }),
  )
  return found.filter((file) => file !== null)
}
