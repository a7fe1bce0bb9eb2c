import { relative, join } from 'node:path'
import type { Plugin } from 'vite'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { z } from 'zod'
import { listShippedPackages } from './listShippedPackages.ts'
import { readJson } from '../test/readJson.ts'

const ID = 'virtual:third-party-notices'
const FILE = 'third-party-notices.txt'
/** The innermost package of a path. */
const PACKAGE = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/

/**
 * Provides the notices of all packages in a built Easel to the window as `virtual:third-party-notices`, and writes them to
 * a text file in the window's output folder. The build fails if a package has no notice.
 */
export function thirdPartyNotices(project: string): Plugin {
  const notices = readNotices(project)
  const known = new Set(listShippedPackages(project))
  return {
    name: 'third-party-notices',
    resolveId: (source) => (source === ID ? `\0${ID}` : null),
    load: (id) => (id === `\0${ID}` ? `export default ${JSON.stringify(notices)}` : null),
    buildEnd() {
      for (const id of this.getModuleIds()) {
        const [folder] = PACKAGE.exec(relative(project, id).replaceAll('\\', '/')) ?? []
        if (folder && !known.has(folder)) this.error(`${folder} is built in, but has no notice`)
      }
    },
    generateBundle() {
      const parts = notices.map(
        ({ name, version, license, text }) => `${name} ${version} (${license})\n\n${text}\n`,
      )
      this.emitFile({ type: 'asset', fileName: FILE, source: parts.join(`\n${'-'.repeat(80)}\n\n`) })
    },
  }
}

interface Notice {
  name: string
  version: string
  /** SPDX expression. */
  license: string
  text: string
}

const manifestSchema = z.object({
  name: z.string(),
  version: z.string(),
  license: z.string(),
  author: z.union([z.string(), z.object({ name: z.string() })]).optional(),
  homepage: z.string().optional(),
})

/**
 * Name, version and licence texts of every package that a built Easel contains.
 *
 * @throws Error when a package has no licence text and `resources/licenses` has none for its licence either.
 */
export function readNotices(project: string): Notice[] {
  return listShippedPackages(project).map((folder) => {
    const packageFolder = join(project, folder)
    const { name, version, license, author, homepage } = readJson(
      join(packageFolder, 'package.json'),
      manifestSchema,
    )
    const own = readLicences(packageFolder)
    const standardText = join(project, 'resources/licenses', `${license}.txt`)
    // The GNU licences must be included in full, but most packages only name them.
    const isStandardTextRequired = own.length === 0 || license.includes('GPL')
    if (isStandardTextRequired && !existsSync(standardText))
      throw new Error(`${folder} has no licence text for ${license}`)
    const holder = typeof author === 'string' ? author : author?.name
    const copyright = own.length === 0 && holder ? [`Copyright (c) ${holder}`] : []
    const texts = [
      ...copyright,
      ...own,
      ...(isStandardTextRequired ? [readFileSync(standardText, 'utf8')] : []),
    ]
    if (license.includes('GPL') && homepage)
      texts.unshift(`Source: ${homepage}, on npm as ${name}@${version}.`)
    return { name, version, license, text: texts.map((text) => text.trim()).join('\n\n') }
  })
}

/** The licence files of a package, including those of code bundled in it. */
function readLicences(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /^(licen[cs]e|copying|notice|ofl)\b/i.test(entry.name))
    .filter((entry) => !entry.parentPath.slice(folder.length).includes('node_modules'))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((file) => readFileSync(file, 'utf8'))
}
