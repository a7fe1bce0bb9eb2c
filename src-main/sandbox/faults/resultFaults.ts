import { expiredLinkReply, type Reply, storageErrorReply } from '../http/Reply.ts'
import type { FaultKind } from './FaultKind.ts'

/** A fault that replaces the file. */
function fileFault(
  description: string,
  body: (original: Reply) => string | Uint8Array,
  mime?: string,
): FaultKind {
  return {
    description,
    endpoints: ['result'],
    when: 'after-processing',
    reply: (original) => ({
      status: 200,
      headers: { 'content-type': mime ?? original.headers?.['content-type'] ?? 'image/png' },
      body: body(original),
    }),
  }
}

const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"><script>alert(1)</script><rect width="64" height="64"/></svg>'

/** Faults of the result file. */
export const resultFaults: Record<string, FaultKind> = {
  'expired-link': {
    description: 'the link has expired (403)',
    endpoints: ['result'],
    when: 'before-processing',
    reply: () => expiredLinkReply(),
  },
  'result-gone': {
    description: 'the result is missing (404)',
    endpoints: ['result'],
    when: 'before-processing',
    reply: () => storageErrorReply(404, 'NoSuchKey', 'The specified key does not exist.'),
  },
  'html-result': fileFault(
    'an HTML page instead of the image',
    () => '<!DOCTYPE html><html><body>Sign in</body></html>',
    'text/html',
  ),
  'svg-result': fileFault('an SVG with a script, labelled as PNG', () => SVG, 'image/png'),
  'garbage-result': fileFault('meaningless bytes, labelled as PNG', (original) =>
    new Uint8Array(bodyBytes(original).length).map((_, i) => (i * 73 + 41) & 255),
  ),
  'empty-result': fileFault('an empty file', () => ''),
  'truncated-result': fileFault('half of the file, as if it were complete', (original) => {
    const bytes = bodyBytes(original)
    return bytes.subarray(0, Math.floor(bytes.length / 2))
  }),
  'length-lie': {
    description: 'a Content-Length above the size of the body, then closes',
    endpoints: ['result'],
    when: 'after-processing',
    reply: (original) => ({ ...original, transferFault: 'half' }),
  },
  'result-redirect': {
    description: 'redirects the download with 302; value: the location (default: a file URL)',
    endpoints: ['result'],
    when: 'before-processing',
    reply: (_original, { value }) => ({ status: 302, headers: { location: value ?? 'file:///etc/passwd' } }),
  },
}

function bodyBytes(reply: Reply): Uint8Array {
  return typeof reply.body === 'string' ? Buffer.from(reply.body) : (reply.body ?? new Uint8Array())
}
