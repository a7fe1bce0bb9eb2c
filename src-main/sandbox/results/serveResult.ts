import type { ParsedRequest } from '../http/ParsedRequest.ts'
import { expiredLinkReply, type Reply, storageErrorReply } from '../http/Reply.ts'
import { jobPhase } from '../jobs/JobRecord.ts'
import type { SandboxContext } from '../SandboxContext.ts'

const PATH = /^\/results\/([0-9a-f-]{36})(?:-(\d+))?\.([a-z0-9]+)$/

/** Serves a result or a preview by its signed link, without a key: supports byte ranges, sends errors as XML. */
export async function serveResult(request: ParsedRequest, context: SandboxContext): Promise<Reply> {
  const now = context.clock.now()
  const [, id, stage, format] = PATH.exec(request.path) ?? []
  if (id === undefined || format === undefined) return notFound()
  if (request.headers.authorization !== undefined && context.settings.flavour === 'live') {
    return storageErrorReply(400, 'InvalidArgument', 'Only one auth mechanism allowed')
  }
  const validity = context.links.check(request.path.slice('/results/'.length), request.query, now)
  if (validity === 'forged')
    return storageErrorReply(403, 'SignatureDoesNotMatch', 'The signature does not match.')
  if (validity === 'expired') return expiredLinkReply()
  const job = context.accounts.job(id)
  if (!job) return notFound()
  if (stage === undefined && jobPhase(job, now).status !== 'done') return notFound()
  const file =
    stage === undefined
      ? await context.generator.result(job, format)
      : await context.generator.preview(job, Number(stage) / 100)
  if (!file) return notFound()
  return rangeReply(file.bytes, file.mime, request.headers.range)
}

function notFound(): Reply {
  return storageErrorReply(404, 'NoSuchKey', 'The specified key does not exist.')
}

/** One byte range or the whole file. A range beyond the end gets a 416. */
function rangeReply(bytes: Uint8Array, mime: string, range: string | undefined): Reply {
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
