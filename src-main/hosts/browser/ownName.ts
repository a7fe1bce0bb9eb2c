import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const NAME = /^[a-z0-9]{32}\.localhost$/

/**
 * The host name of this data folder: random, kept with it, and resolved by browsers to this machine. Cookies do not tell
 * ports apart, so under 127.0.0.1 every local server would receive ours; under a name that nobody else knows none does.
 */
export function ownName(dataFolder: string): string {
  const file = join(dataFolder, 'browser-name')
  const kept = read(file)
  if (NAME.test(kept)) return kept
  const name = `${randomBytes(16).toString('hex')}.localhost`
  writeFileSync(file, name, { mode: 0o600 })
  return name
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
