import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../../studio/testing/temporaryFolder.ts'
import { isLockHeld, requireTempFolder } from './singleInstance.ts'
import { createTemporaryProfile } from './temporaryProfile.ts'

const isRoot = process.getuid?.() === 0

it('a folder for temporary files that is missing, a file or unwritable is named, with what to do', () => {
  const folder = temporaryFolder()
  const file = join(folder, 'file')
  writeFileSync(file, '')
  const unwritable = join(folder, 'unwritable')
  mkdirSync(unwritable)
  chmodSync(unwritable, 0o500)
  expect(() => requireTempFolder(folder)).not.toThrow()
  const broken = [join(folder, 'missing'), file, ...(isRoot ? [] : [unwritable])]
  for (const path of broken)
    expect(() => requireTempFolder(path)).toThrow(`${path}. Make it writable, or set TMPDIR`)
})

it('a lock is held only while the process that its link names runs', () => {
  const lockedBy = (target: string | null) => {
    const profile = temporaryFolder()
    if (target !== null) symlinkSync(target, join(profile, 'SingletonLock'))
    return isLockHeld(profile, 'linux')
  }
  expect(lockedBy(`host-name-${process.pid}`)).toBe(true)
  expect(lockedBy('host-4194304')).toBe(false)
  expect(lockedBy('host')).toBe(false)
  expect(lockedBy(null)).toBe(false)
})

it('the profile for a dialog is in the first folder that can be written', () => {
  const folder = temporaryFolder()
  expect(createTemporaryProfile([undefined, join(folder, 'missing'), folder])).toContain(
    join(folder, 'easel-start-'),
  )
  expect(createTemporaryProfile(['', join(folder, 'missing')])).toBeNull()
})
