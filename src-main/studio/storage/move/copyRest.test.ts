import { chmodSync, existsSync, mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
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

it('makes the copy of a read-only file writable, so that it can be synced', () => {
  const { from, to } = libraryWith('library')
  chmodSync(join(from, 'library', 'file'), 0o444)
  expect(copyRest(from, to)).toEqual(['library/broken'])
  expect(statSync(join(to, 'library', 'file')).mode & 0o777).toBe(0o600)
})

it('does not count a readable file as unreadable when its copy can’t be written', () => {
  const { from, to } = libraryWith('library')
  mkdirSync(join(to, 'library', 'file'), { recursive: true })
  expect(() => copyRest(from, to)).toThrow(/EISDIR|ENOTEMPTY|EEXIST/)
  expect(existsSync(join(to, 'easel.db'))).toBe(false)
})
