import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../../testing/temporaryFolder.ts'
import { SOURCE_MARKER, TARGET_MARKER } from '../files/libraryFolder.ts'
import { completeMove } from './completeMove.ts'

/** A library whose results are in another folder, and which is being moved by renaming it. `link` is the link to that folder as its text. */
function startedMove(link?: string) {
  const root = temporaryFolder()
  const [from, to, results] = [join(root, 'old'), join(root, 'new'), join(root, 'results')]
  for (const folder of [from, to, results]) mkdirSync(folder)
  writeFileSync(join(results, 'image'), 'an image')
  writeFileSync(join(from, 'easel.db'), 'database')
  symlinkSync(link ?? results, join(from, 'library'))
  writeFileSync(join(from, SOURCE_MARKER), JSON.stringify({ to, by: 'rename', isComplete: false, left: [] }))
  writeFileSync(join(to, TARGET_MARKER), JSON.stringify({ kind: 'move', from }))
  const imageIn = (folder: string) => readFileSync(join(folder, 'library', 'image'), 'utf8')
  return { from, to, results, imageIn }
}

it.each([undefined, '../results'])(
  'a move that was killed after it made a link in the new folder is completed (link %s)',
  (link) => {
    const { from, to, results, imageIn } = startedMove(link)
    symlinkSync(results, join(to, 'library'))
    expect(completeMove(from)).toEqual({ folder: to, error: null })
    expect(imageIn(to)).toBe('an image')
    expect(readdirSync(from)).not.toContain('library')
    expect(existsSync(join(results, 'image'))).toBe(true)
  },
)

it('a move that was killed after it put a link back in the old folder stays undone', () => {
  const { from, to, results, imageIn } = startedMove()
  symlinkSync(results, join(to, 'library'))
  rmSync(join(to, TARGET_MARKER))
  expect(completeMove(from)).toMatchObject({ folder: from, error: { problem: { code: 'library_missing' } } })
  expect(imageIn(from)).toBe('an image')
  expect(readdirSync(to)).toEqual([])
  expect(completeMove(from)).toBeNull()
})

it('a link to another folder in the new folder is not taken for the link of the library, which keeps its own', () => {
  const { from, to, imageIn } = startedMove()
  const other = temporaryFolder()
  symlinkSync(other, join(to, 'library'))
  expect(() => completeMove(from)).toThrow('EEXIST')
  expect(imageIn(from)).toBe('an image')
  expect(existsSync(join(to, 'library'))).toBe(true)
})
