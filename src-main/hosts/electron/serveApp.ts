import { readFile } from 'node:fs/promises'
import { protocol, type ProtocolRequest, type ProtocolResponse } from 'electron'
import { codeHeaders, electronPolicy } from '../shared/contentSecurityPolicy.ts'
import { rendererFiles } from '../shared/rendererFiles.ts'
import { findAppFile } from './findAppFile.ts'

/**
 * Serves the built window at `app://studio/` from its exact list of files. Uses the older of Electron's two APIs, because the
 * newer one loads an HTTP library and streams before the first byte (docs/decisions/start.md).
 */
export function serveApp(folder: string): void {
  const listed = rendererFiles(folder)
  const find = async ({ url, method }: ProtocolRequest): Promise<ProtocolResponse> => {
    const file = method === 'GET' ? findAppFile(url, await listed) : null
    if (!file) return { statusCode: 404, data: Buffer.alloc(0) }
    const headers = { ...codeHeaders(electronPolicy), 'Content-Type': file.mime }
    return { data: await readFile(file.path), headers, mimeType: file.mime.split(';')[0] ?? file.mime }
  }
  protocol.registerBufferProtocol('app', (request, respond) => {
    find(request).then(respond, () => respond({ statusCode: 500, data: Buffer.alloc(0) }))
  })
}
