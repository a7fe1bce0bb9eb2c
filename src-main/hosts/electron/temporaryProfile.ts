import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Creates an empty folder for Chromium's files, so that a dialog can be shown although the usual folder can't be written; null if no folder can
 * be. It is deleted when the process exits.
 */
export function createTemporaryProfile(
  candidates: readonly (string | undefined)[] = [
    tmpdir(),
    process.env['XDG_RUNTIME_DIR'],
    '/tmp',
    '/dev/shm',
  ],
): string | null {
  for (const folder of candidates) {
    if (!folder) continue
    try {
      const profile = mkdtempSync(join(folder, 'easel-start-'))
      process.on('exit', () => rmSync(profile, { recursive: true, force: true }))
      return profile
    } catch {
      // The next one may be writable.
    }
  }
  return null
}
