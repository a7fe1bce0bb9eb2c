import { createHash } from 'node:crypto'
import type { ExportFile } from './ExportTarget.ts'

/** Measures a file while it is read. Call `measure` once, after its last chunk. */
export function measureContent(content: ExportFile['content']) {
  const hash = createHash('sha256')
  let bytes = 0
  async function* read(): AsyncGenerator<Uint8Array<ArrayBuffer>> {
    for await (const chunk of content) {
      bytes += chunk.byteLength
      hash.update(chunk)
      yield chunk
    }
  }
  return { content: read(), measure: () => ({ bytes, sha256: hash.digest('hex') }) }
}
