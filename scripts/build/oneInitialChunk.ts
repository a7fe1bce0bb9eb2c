import { resolve } from 'node:path'
import type { Plugin } from 'vite'

/**
 * Bundles all modules an entry loads before it runs into one file, for fewer requests and better compression. The plugin
 * finds the modules for the chunk group. `except`: modules exported by a package's index that only later screens use.
 */
export function oneInitialChunk(entry: string, except: RegExp) {
  const modules = new Set<string>()
  const plugin: Plugin = {
    name: 'one-initial-chunk',
    buildEnd() {
      const waiting = [resolve(entry)]
      for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
        if (modules.has(id) || except.test(id)) continue
        modules.add(id)
        waiting.push(...(this.getModuleInfo(id)?.importedIds ?? []))
      }
    },
  }
  return { plugin, group: { name: 'first', test: (id: string) => modules.has(id) } }
}
