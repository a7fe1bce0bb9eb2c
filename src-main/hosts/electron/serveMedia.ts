import { protocol } from 'electron'
import type { Studio } from '../../studio/Studio.ts'
import { answerMedia } from '../shared/answerMedia.ts'
import { parseMediaUrl } from './parseMediaUrl.ts'

/** Serves the library at `media://<place>/<id>`, with ranges for players. */
export function serveMedia(studio: Promise<Studio>): void {
  protocol.handle('media', async (request) => {
    const address = request.method === 'GET' ? parseMediaUrl(request.url) : null
    const { find } = (await studio).media
    const { status, headers, body } = await answerMedia(find, address, request.headers.get('range'))
    return new Response(body, { status, headers })
  })
}
