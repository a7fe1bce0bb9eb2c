import { protocol, type ProtocolRequest, type ProtocolResponse } from 'electron'
import { readFile } from 'node:fs/promises'
import { listRendererFiles, securityHeaders, electronPolicy } from '../shared/http/rendererFiles.ts'
import { findAppFile, parseMediaUrl } from './security/appUrls.ts'
import type { StudioApi } from '../shared/openStudio.ts'

/**
 * `app:` serves the window's code, `media:` the library. Must run before Electron is ready.
 * `corsEnabled` stays off: it would let other origins read them.
 */
export function registerSchemes(): void {
  const privileges = { standard: true, secure: true, supportFetchAPI: true, stream: true, corsEnabled: false }
  protocol.registerSchemesAsPrivileged([
    { scheme: 'app', privileges: { ...privileges, codeCache: true } },
    { scheme: 'media', privileges },
  ])
}

/**
 * Serves the built page at `app://studio/`, only from the files that existed when Easel started. Uses the older of Electron's two APIs, because
 * the newer one loads an HTTP library and stream modules before it can send the first byte (docs/decisions/start.md).
 */
export function serveApp(folder: string): void {
  const files = listRendererFiles(folder)
  const getFileResponse = async ({ url, method }: ProtocolRequest): Promise<ProtocolResponse> => {
    const file = method === 'GET' ? findAppFile(url, await files) : null
    if (!file) return { statusCode: 404, data: Buffer.alloc(0) }
    const headers = { ...securityHeaders(electronPolicy), 'Content-Type': file.mime }
    return { data: await readFile(file.path), headers, mimeType: file.mime.split(';')[0] ?? file.mime }
  }
  protocol.registerBufferProtocol('app', (request, respond) => {
    getFileResponse(request).then(respond, () => respond({ statusCode: 500, data: Buffer.alloc(0) }))
  })
}

/** Serves the library at `media://<kind>/<id>`, with ranges for players. */
export function serveMedia(apiOpening: Promise<StudioApi>): void {
  protocol.handle('media', async (request) => {
    const ref = request.method === 'GET' ? parseMediaUrl(request.url) : null
    const { status, headers, body } = await (
      await apiOpening
    ).getMediaResponse(ref, request.headers.get('range'))
    return new Response(body, { status, headers })
  })
}
