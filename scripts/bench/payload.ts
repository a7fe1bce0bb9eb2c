import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { parseAst } from 'vite'
import { projectFolder } from '../test/projectFolder.ts'
import { createRow, type Row } from './Row.ts'

const folder = join(projectFolder, 'out', 'renderer')

/** Files a chunk loads before it runs: static imports and re-exports. */
const staticImports = (file: string): string[] =>
  parseAst(readFileSync(file, 'utf8')).body.flatMap((node) => {
    const from = 'source' in node ? node.source?.value : undefined
    return typeof from === 'string' && from.startsWith('.') ? [join(dirname(file), from)] : []
  })

/** Files the window loads before it shows anything: the page's scripts with their static imports, and its styles. */
const initialFiles = (): string[] => {
  const page = readFileSync(join(folder, 'index.html'), 'utf8')
  const named = [...page.matchAll(/<(?:script|link)\b[^>]*?\b(?:src|href)="([^"]+\.(?:js|css))"/g)]
  const waiting = named.map((match) => join(folder, match[1] ?? ''))
  const files = new Set<string>()
  for (let file = waiting.pop(); file; file = waiting.pop()) {
    if (files.has(file)) continue
    files.add(file)
    if (file.endsWith('.js')) waiting.push(...staticImports(file))
  }
  return [...files]
}

/**
 * Up to this size, in KB gz, the start takes no longer: measured with the whole window in one bundle. More is a library that came in by
 * mistake.
 */
const MAX_INITIAL_KB = 400

/** Size of the window's initial JS and CSS, each file gzipped as by a server; 1 KB = 1,000 bytes. */
export const payload = (): Promise<Row[]> => {
  const bytes = initialFiles()
    .map((file) => gzipSync(readFileSync(file)).length)
    .reduce((total, size) => total + size, 0)
  const value = Math.round(bytes / 100) / 10
  const name = "renderer's initial JS + CSS"
  const goal = MAX_INITIAL_KB
  return Promise.resolve([createRow({ name, value, unit: 'KB gz', anchor: null, ratio: null, goal })])
}
