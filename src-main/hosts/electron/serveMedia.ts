import { protocol } from 'electron'
import type { StudioApi } from '../shared/openStudioApi.ts'
import { parseMediaUrl } from './parseMediaUrl.ts'

/** Serves the library at `media://<place>/<id>`, with ranges for players. */
export function serveMedia(opening: Promise<StudioApi>): void {
  protocol.handle('media', async (request) => {
    const address = request.method === 'GET' ? parseMediaUrl(request.url) : null
    const { status, headers, body } = await (await opening).media(address, request.headers.get('range'))
    return new Response(body, { status, headers })
  })
}
