import { relative } from 'node:path'
import type { Plugin } from 'vite'
import { readNotices } from './readNotices.ts'
import { shippedPackages } from './shippedPackages.ts'

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
  const known = new Set(shippedPackages(project))
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
