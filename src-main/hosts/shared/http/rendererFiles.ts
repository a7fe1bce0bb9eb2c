import { readdir } from 'node:fs/promises'
import { extname, join, sep } from 'node:path'

/** A file of the built renderer. */
export interface RendererFile {
  /** Absolute path. */
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

/** The content security policy of both hosts: the window can only access the studio and its media. */
const buildPolicy = (media: string, connect: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src 'self' blob: data: ${media}`.trimEnd(),
    `media-src 'self' blob: ${media}`.trimEnd(),
    "font-src 'self'",
    "worker-src 'self'",
    `connect-src ${connect}`,
    "frame-src 'none'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types default',
  ].join('; ')

/** Electron: everything uses IPC, so the window has no network access. */
export const electronPolicy = buildPolicy('media:', "'none'")

/** Browser: calls and events go to our own origin only; `'self'` includes its WebSocket. */
export const browserPolicy = buildPolicy('', "'self'")

/** Headers of every page and script of Easel. */
export const securityHeaders = (csp: string): Record<string, string> => ({
  'Content-Security-Policy': csp,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
})
