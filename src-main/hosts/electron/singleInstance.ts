import { accessSync, constants, lstatSync, readlinkSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { StartError } from '../shared/start/describeStartError.ts'

/**
 * Checks the folder for temporary files, which Chromium needs for the lock that keeps two windows from having the same library. It can't tell
 * this from a lock that another process holds.
 *
 * @throws StartError if nothing can be written there.
 */
export function requireTempFolder(folder = tmpdir()): void {
  try {
    if (!statSync(folder).isDirectory()) throw new Error('not a folder')
    accessSync(folder, constants.W_OK | constants.X_OK)
  } catch {
    throw new StartError(
      `Easel can’t write to the folder for temporary files, ${folder}. Make it writable, or set TMPDIR to another folder, and start Easel again. Nothing was changed.`,
    )
  }
}

/**
 * Whether another process has the lock of a profile, after Chromium couldn't get it. On Linux and macOS the lock is a link that names the
 * computer and the process.
 */
export function isLockHeld(profile: string, platform: NodeJS.Platform = process.platform): boolean {
  if (platform === 'win32') return true
  const link = join(profile, 'SingletonLock')
  try {
    if (!lstatSync(link).isSymbolicLink()) return false
    const pid = Number(/-(\d+)$/.exec(readlinkSync(link))?.[1])
    // The check sends no signal; a process of another user or computer counts as running.
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** The reason if the lock can't be made although no other process has it. */
export const createLockError = (profile: string): StartError =>
  new StartError(
    `Easel couldn’t make sure that it’s open only once, because it can’t lock ${profile}. Check that this folder and the folder for temporary files (${tmpdir()}) can be written and their disks aren’t full. Nothing was changed.`,
  )
