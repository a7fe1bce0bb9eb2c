import type { ParsedRequest } from '../http/ParsedRequest.ts'
import { expiredLinkReply, type Reply, storageErrorReply } from '../http/Reply.ts'
import { findJobPhase } from '../jobs/AccountStore.ts'
import type { SandboxContext } from '../SandboxContext.ts'

/** The job's id, the progress in percent for a preview, and the format. */
const RESULT_PATH = /^\/results\/([0-9a-f-]{36})(?:-(\d+))?\.([a-z0-9]+)$/

/** Serves a result or a preview by its signed link, without a key. Supports byte ranges. Errors are XML, like those of an object store. */
export async function serveResult(request: ParsedRequest, context: SandboxContext): Promise<Reply> {
  const now = context.clock.now()
  const [, id, percent, format] = RESULT_PATH.exec(request.path) ?? []
  if (id === undefined || format === undefined) return notFoundReply()
  if (request.headers.authorization !== undefined && context.settings.flavour === 'live') {
    return storageErrorReply(400, 'InvalidArgument', 'Only one auth mechanism allowed')
  }
  const validity = context.linkSigner.check(request.path.slice('/results/'.length), request.query, now)
  if (validity === 'forged')
    return storageErrorReply(403, 'SignatureDoesNotMatch', 'The signature does not match.')
  if (validity === 'expired') return expiredLinkReply()
  const job = context.accounts.findJob(id)
  if (!job) return notFoundReply()
  if (percent === undefined && findJobPhase(job, now).status !== 'done') return notFoundReply()
  const file =
    percent === undefined
      ? await context.resultGenerator.generateResult(job, format)
      : await context.resultGenerator.generatePreview(job, Number(percent) / 100)
  if (!file) return notFoundReply()
  return rangeReply(file.bytes, file.mime, request.headers.range)
}

function notFoundReply(): Reply {
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
