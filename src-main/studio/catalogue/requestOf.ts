import type { WireRequest } from '../service/Exchange.ts'

/** A request without files, in its operation's encoding. */
export const requestOf = (
  target: { path: string; encoding: WireRequest['encoding'] },
  text: string,
): WireRequest =>
  target.encoding === 'json'
    ? { path: target.path, encoding: 'json', text }
    : { path: target.path, encoding: 'multipart', text, files: [] }
