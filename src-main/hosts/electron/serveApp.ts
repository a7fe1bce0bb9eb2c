import { readFile } from 'node:fs/promises'
import { protocol } from 'electron'
import { codeHeaders, electronPolicy } from '../shared/contentSecurityPolicy.ts'
import { rendererFiles } from '../shared/rendererFiles.ts'
import { findAppFile } from './findAppFile.ts'

/** The page asks for its files together; when no more come for so long, it has what it needs. */
const QUIET_MS = 15
/** A page that never asks is not waited for longer than this. */
const LONGEST_LOAD_MS = 2000

/**
 * Serves the built window at `app://studio/`, by its exact list of files. Resolves once the page has its first scripts:
 * what keeps this process busy before that keeps the page from coming up.
 */
export function serveApp(folder: string): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const listed = rendererFiles(folder)
  let quiet = setTimeout(resolve, LONGEST_LOAD_MS)
  protocol.handle('app', async (request) => {
    const file = request.method === 'GET' ? findAppFile(request.url, await listed) : null
    if (!file) return new Response(null, { status: 404 })
    const body = await readFile(file.path)
    if (file.path.endsWith('.js')) {
      clearTimeout(quiet)
      quiet = setTimeout(resolve, QUIET_MS)
    }
    return new Response(body, {
      headers: { ...codeHeaders(electronPolicy), 'Content-Type': file.mime },
    })
  })
  return promise
}
