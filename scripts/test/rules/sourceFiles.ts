import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { projectFolder } from '../projectFolder.ts'

const TEXT_FILE = /\.(ts|tsx|mjs|cjs|js|css|html|json|md)$/

/** The relative path of an import, as its first group. */
export const RELATIVE_IMPORT = /(?:from|import\(?)\s*'(\.[^']+)'/gu

export interface SourceFile {
  /** From the checkout, with forward slashes. */
  path: string
  text: string
}

/** The text files in these folders of the checkout and their subfolders. */
export const sourceFiles = (folders: string[]): SourceFile[] =>
  folders.flatMap((folder) =>
    readdirSync(join(projectFolder, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && TEXT_FILE.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name))
      .map((file) => ({
        path: relative(projectFolder, file).split(sep).join('/'),
        text: readFileSync(file, 'utf8'),
      })),
  )

/** Whether a file is a test or helps tests; these may import any folder. */
export const isForTests = (path: string): boolean =>
  /\.test\.tsx?$|\/(testing|simulation|fixtures|testEngine)(\/|\.ts$)/u.test(path)
