import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const FOLDERS = ['src-main', 'src-preload', 'src-renderer', 'scripts/build', 'resources/licenses']
const FILES = [
  'docs/guide.md',
  'electron.vite.config.ts',
  'package-lock.json',
  'scripts/test/readJson.ts',
  'tsconfig.json',
]
const TEST = /\.test\.tsx?$/

/** A hash of the content of all files the build reads; modification times don't matter. */
export function sourceStamp(project: string): string {
  const sources = FOLDERS.flatMap((folder) =>
    readdirSync(join(project, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !TEST.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name)),
  )
  const hash = createHash('sha256')
  for (const file of [...sources, ...FILES.map((file) => join(project, file))].sort()) {
    hash
      .update(`${file.slice(project.length)}\0`)
      .update(readFileSync(file))
      .update('\0')
  }
  return hash.digest('hex')
}
