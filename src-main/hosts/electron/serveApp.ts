import { readFile } from 'node:fs/promises'
import { protocol } from 'electron'
import { codeHeaders, electronPolicy } from '../shared/contentSecurityPolicy.ts'
import { rendererFiles } from '../shared/rendererFiles.ts'
import { findAppFile } from './findAppFile.ts'

/** Serves the built window at `app://studio/`, by its exact list of files. */
export function serveApp(folder: string): void {
  const listed = rendererFiles(folder)
  protocol.handle('app', async (request) => {
    const file = request.method === 'GET' ? findAppFile(request.url, await listed) : null
    if (!file) return new Response(null, { status: 404 })
    return new Response(await readFile(file.path), {
      headers: { ...codeHeaders(electronPolicy), 'Content-Type': file.mime },
    })
  })
}
