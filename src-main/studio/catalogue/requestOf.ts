import type { WireFile, WireRequest } from '../service/Exchange.ts'
import type { Encoding } from './Operation.ts'

/** A request in its operation's encoding; files always go as multipart. */
export const requestOf = (
  { path, encoding }: { path: string; encoding: Encoding },
  text: string,
  files: WireFile[],
): WireRequest =>
  encoding === 'multipart' || files.length > 0
    ? { path, encoding: 'multipart', text, files }
    : { path, encoding: 'json', text }
