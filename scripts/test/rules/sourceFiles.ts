import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { projectFolder } from '../projectFolder.ts'

const TEXT_FILE = /\.(ts|tsx|mjs|cjs|js|css|html|json|md)$/

/** The text files in these folders of the checkout and their subfolders. Paths have forward slashes. */
export const sourceFiles = (folders: string[]): { path: string; text: string }[] =>
  folders.flatMap((folder) =>
    readdirSync(join(projectFolder, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && TEXT_FILE.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name))
      .map((file) => ({
        path: relative(projectFolder, file).split(sep).join('/'),
        text: readFileSync(file, 'utf8'),
      })),
  )
