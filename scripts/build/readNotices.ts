import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { readJson } from '../test/readJson.ts'
import { shippedPackages } from './shippedPackages.ts'

export interface Notice {
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
  return shippedPackages(project).map((folder) => {
    const place = join(project, folder)
    const { name, version, license, author, homepage } = readJson(join(place, 'package.json'), manifestSchema)
    const own = ownTexts(place)
    const known = join(project, 'resources/licenses', `${license}.txt`)
    // The GNU licences must be included in full, but most packages only name them.
    const wanted = own.length === 0 || license.includes('GPL')
    if (wanted && !existsSync(known)) throw new Error(`${folder} has no licence text for ${license}`)
    const holder = typeof author === 'string' ? author : author?.name
    const facts = own.length === 0 && holder ? [`Copyright (c) ${holder}`] : []
    const texts = [...facts, ...own, ...(wanted ? [readFileSync(known, 'utf8')] : [])]
    if (license.includes('GPL') && homepage)
      texts.unshift(`Source: ${homepage}, on npm as ${name}@${version}.`)
    return { name, version, license, text: texts.map((text) => text.trim()).join('\n\n') }
  })
}

/** The licence files of a package, including those of code bundled in it. */
function ownTexts(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /^(licen[cs]e|copying|notice|ofl)\b/i.test(entry.name))
    .filter((entry) => !entry.parentPath.slice(folder.length).includes('node_modules'))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((file) => readFileSync(file, 'utf8'))
}
