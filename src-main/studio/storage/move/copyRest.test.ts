import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../../testing/temporaryFolder.ts'
import { copyRest } from './copyRest.ts'

/** A closed library with one file and one entry that can't be copied in a folder, and an empty folder to copy it to. */
function libraryWith(folder: string) {
  const [from, to] = [temporaryFolder(), temporaryFolder()]
  writeFileSync(join(from, 'easel.db'), 'database')
  mkdirSync(join(from, folder))
  writeFileSync(join(from, folder, 'file'), 'content')
  symlinkSync('nowhere', join(from, folder, 'broken'))
  return { from, to }
}

it.each(['library', 'inputs', 'exports', 'logs', 'sandbox'])(
  'copies a library without an unreadable file in %s, and returns its path',
  (folder) => {
    const { from, to } = libraryWith(folder)
    expect(copyRest(from, to)).toEqual([`${folder}/broken`])
    expect(existsSync(join(to, folder, 'file'))).toBe(true)
    expect(existsSync(join(to, 'easel.db'))).toBe(true)
  },
)

it.each(['journal', 'backups'])('does not copy a library with an unreadable file in %s', (folder) => {
  const { from, to } = libraryWith(folder)
  expect(() => copyRest(from, to)).toThrow(`${folder}/broken`)
  expect(existsSync(join(to, 'easel.db'))).toBe(false)
})
