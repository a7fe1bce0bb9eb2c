import { readdir } from 'node:fs/promises'
import { extname, join, sep } from 'node:path'

export interface RendererFile {
  path: string
  mime: string
  /** Whether its name contains a hash of its content, so that it can be cached forever. */
  isImmutable: boolean
}

const MIME: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
}

/**
 * The window's files by URL path (`/`, `/assets/index-….js`). Only listed files are served: a URL path is looked up, never joined to
 * a folder.
 */
export async function listRendererFiles(folder: string): Promise<Map<string, RendererFile>> {
  const files = new Map<string, RendererFile>()
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const mime = MIME[extname(entry.name)]
    if (!entry.isFile() || !mime) continue
    const path = join(entry.parentPath, entry.name)
    const urlPath = path.slice(folder.length).split(sep).join('/')
    files.set(urlPath, { path, mime, isImmutable: urlPath.startsWith('/assets/') })
  }
  const index = files.get('/index.html')
  if (index) files.set('/', index)
  return files
}
