import { createHash } from 'node:crypto'
import type { WireRequest } from '../service/Exchange.ts'

/** Equal for the very same request of a connection: path, canonical body with its seed, and the files it takes in. */
export function requestHash(connectionId: string, request: WireRequest): string {
  const files = request.encoding === 'multipart' ? request.files.map(({ field, path }) => [field, path]) : []
  const facts = JSON.stringify([connectionId, request.path, request.text, files])
  return createHash('sha256').update(facts).digest('base64url')
}
