import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { parseGuide } from './parseGuide.ts'

const ID = 'virtual:guide'

/** Provides `docs/guide.md` to the window as `virtual:guide`, parsed, so that no text becomes markup at run time. */
export function guide(project: string): Plugin {
  const file = join(project, 'docs', 'guide.md')
  return {
    name: 'guide',
    resolveId: (source) => (source === ID ? `\0${ID}` : null),
    load(id) {
      if (id !== `\0${ID}`) return null
      this.addWatchFile(file)
      return `export default ${JSON.stringify(parseGuide(readFileSync(file, 'utf8')))}`
    },
  }
}
