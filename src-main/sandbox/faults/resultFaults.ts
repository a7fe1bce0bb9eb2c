import type { Reply } from '../http/Reply.ts'
import { expiredLink, storeError } from '../results/storeError.ts'
import type { FaultKind } from './FaultKind.ts'

function instead(about: string, body: (good: Reply) => string | Uint8Array, mime?: string): FaultKind {
  return {
    about,
    endpoints: ['result'],
    when: 'after',
    reply: (good) => ({
      status: 200,
      headers: { 'content-type': mime ?? good.headers?.['content-type'] ?? 'image/png' },
      body: body(good),
    }),
  }
}

const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"><script>alert(1)</script><rect width="64" height="64"/></svg>'

/** Faults of the result file. */
export const resultFaults: Record<string, FaultKind> = {
  'expired-link': {
    about: 'the link has expired (403)',
    endpoints: ['result'],
    when: 'instead',
    reply: () => expiredLink(),
  },
  'result-gone': {
    about: 'the result is not there (404)',
    endpoints: ['result'],
    when: 'instead',
    reply: () => storeError(404, 'NoSuchKey', 'The specified key does not exist.'),
  },
  'html-result': instead(
    'a page instead of the picture',
    () => '<!DOCTYPE html><html><body>Sign in</body></html>',
    'text/html',
  ),
  'svg-result': instead('an SVG with a script, called a PNG', () => SVG, 'image/png'),
  'garbage-result': instead('bytes that are nothing, called a PNG', (good) =>
    sizedLike(good).map((_, i) => (i * 73 + 41) & 255),
  ),
  'empty-result': instead('a result of no bytes', () => ''),
  'truncated-result': instead('half of the file, as if it were whole', (good) => {
    const bytes = bytesOf(good)
    return bytes.subarray(0, Math.floor(bytes.length / 2))
  }),
  'length-lie': {
    about: 'announces more bytes than it sends, then closes',
    endpoints: ['result'],
    when: 'after',
    reply: (good) => ({ ...good, cut: 'half' }),
  },
  'result-redirect': {
    about: 'sends the download elsewhere with 302; value: the place (default: a file address)',
    endpoints: ['result'],
    when: 'instead',
    reply: (_good, { value }) => ({ status: 302, headers: { location: value ?? 'file:///etc/passwd' } }),
  },
}

function bytesOf(reply: Reply): Uint8Array {
  return typeof reply.body === 'string' ? Buffer.from(reply.body) : (reply.body ?? new Uint8Array())
}

function sizedLike(reply: Reply): Uint8Array {
  return new Uint8Array(bytesOf(reply).length)
}
