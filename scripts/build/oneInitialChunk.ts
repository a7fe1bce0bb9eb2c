import { resolve } from 'node:path'
import type { Plugin } from 'vite'

/**
 * Puts whatever an entry loads before it can run into one file: one request instead of dozens, and better compressed.
 * The plugin finds the modules, the chunk group takes them. `except` are those a package's index names and only later
 * screens use.
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
