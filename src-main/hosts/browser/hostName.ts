import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const VALID_NAME = /^[a-z0-9]{32}\.localhost$/

/**
 * The host name of a data folder: random, stored in the folder, and resolved by browsers to this machine. Cookies are shared
 * between ports, so every local server receives those of 127.0.0.1. No other server knows this name.
 */
export function hostName(dataFolder: string): string {
  const file = join(dataFolder, 'browser-name')
  const stored = read(file)
  if (VALID_NAME.test(stored)) return stored
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
