import { createHash } from 'node:crypto'
import type { WireRequest } from '../../service/client/Exchange.ts'

/** Equal for the same request of a connection: path, canonical body with its seed, and the hashes of its files by field. */
export function requestHash(
  connectionId: string,
  request: WireRequest,
  files: readonly (readonly [field: string, sha256: string])[],
): string {
  const facts = JSON.stringify([connectionId, request.path, request.text, files])
  return createHash('sha256').update(facts).digest('base64url')
}
