import type { Call } from '../http/Call.ts'
import type { Reply } from '../http/Reply.ts'
import { jobPhase } from '../jobs/jobPhase.ts'
import type { Parts } from '../Parts.ts'
import { expiredLink, storeError } from './storeError.ts'

const FILE = /^\/results\/([0-9a-f-]{36})(?:-(\d+))?\.([a-z0-9]+)$/

/** GET a result or a preview by its signed link: no key, byte ranges, errors in XML. */
export async function serveResult(call: Call, parts: Parts): Promise<Reply> {
  const now = parts.clock.now()
  const [, id, stage, format] = FILE.exec(call.path) ?? []
  if (id === undefined || format === undefined) return notThere()
  if (call.headers.authorization !== undefined && parts.settings.flavour === 'live') {
    return storeError(400, 'InvalidArgument', 'Only one auth mechanism allowed')
  }
  const verdict = parts.links.check(call.path.slice('/results/'.length), call.query, now)
  if (verdict === 'forged') return storeError(403, 'SignatureDoesNotMatch', 'The signature does not match.')
  if (verdict === 'expired') return expiredLink()
  const job = parts.books.job(id)
  if (!job) return notThere()
  if (stage === undefined && jobPhase(job, now).word !== 'done') return notThere()
  const artefact =
    stage === undefined
      ? await parts.workshop.result(job, format)
      : await parts.workshop.preview(job, Number(stage) / 100)
  if (!artefact) return notThere()
  return ranged(artefact.bytes, artefact.mime, call.headers.range)
}

function notThere(): Reply {
  return storeError(404, 'NoSuchKey', 'The specified key does not exist.')
}

/** One byte range, or the whole; a range beyond the end is 416. */
function ranged(bytes: Uint8Array, mime: string, range: string | undefined): Reply {
  const headers = { 'content-type': mime, 'accept-ranges': 'bytes' }
  const match = /^bytes=(\d*)-(\d*)$/.exec(range ?? '')
  if (!match || (match[1] === '' && match[2] === '')) return { status: 200, headers, body: bytes }
  const size = bytes.length
  const start = match[1] === '' ? Math.max(0, size - Number(match[2])) : Number(match[1])
  const end = match[1] === '' || match[2] === '' ? size - 1 : Math.min(size - 1, Number(match[2]))
  if (start > end) return { status: 416, headers: { 'content-range': `bytes */${String(size)}` }, body: '' }
  return {
    status: 206,
    headers: { ...headers, 'content-range': `bytes ${String(start)}-${String(end)}/${String(size)}` },
    body: bytes.subarray(start, end + 1),
  }
}
