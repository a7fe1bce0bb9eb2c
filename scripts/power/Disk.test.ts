import { expect, test } from 'vitest'
import { Disk } from './Disk.ts'
import type { DiskCall } from './parseTrace.ts'

const never = () => 1
const always = () => 0
const write = (path: string, text: string): DiskCall => ({
  kind: 'write',
  path,
  offset: 0,
  data: Buffer.from(text),
})
const play = (...calls: DiskCall[]): Disk => {
  const disk = new Disk('/d')
  for (const call of calls) disk.apply(call)
  return disk
}
const textOf = (disk: Disk, model: 'all' | 'synced' | 'torn', path: string, random = never) =>
  disk.survivors(model, random).get(path)?.toString()

test('unsynced content and names are lost', () => {
  const disk = play(write('/d/a', 'old'))
  expect(textOf(disk, 'all', '/d/a')).toBe('old')
  expect(textOf(disk, 'synced', '/d/a')).toBeUndefined()
})

test('a synced file keeps the content it had at the sync', () => {
  const disk = play(write('/d/a', 'old'), { kind: 'sync', path: '/d/a' }, write('/d/a', 'new'))
  expect(textOf(disk, 'synced', '/d/a')).toBe('old')
  expect(textOf(disk, 'torn', '/d/a', always)).toBe('new')
})

test('a rename is undone until its folder is synced', () => {
  const begun = [write('/d/a.part', 'x'), { kind: 'sync', path: '/d/a.part' }] as const
  const renamed = [...begun, { kind: 'rename', from: '/d/a.part', to: '/d/a' }] as const
  expect(textOf(play(...renamed), 'synced', '/d/a.part')).toBe('x')
  expect(textOf(play(...renamed), 'synced', '/d/a')).toBeUndefined()
  const kept = play(...renamed, { kind: 'sync', path: '/d' })
  expect(textOf(kept, 'synced', '/d/a')).toBe('x')
  expect(textOf(kept, 'synced', '/d/a.part')).toBeUndefined()
})

test('a file in a folder that was never synced is lost with the folder', () => {
  const disk = play({ kind: 'mkdir', path: '/d/f' }, write('/d/f/a', 'x'), { kind: 'sync', path: '/d/f/a' })
  expect(textOf(disk, 'synced', '/d/f/a')).toBeUndefined()
  disk.apply({ kind: 'sync', path: '/d' })
  expect(textOf(disk, 'synced', '/d/f/a')).toBe('x')
})

test('a deletion is undone until its folder is synced', () => {
  const disk = play(write('/d/a', 'x'), { kind: 'sync', path: '/d/a' }, { kind: 'unlink', path: '/d/a' })
  expect(textOf(disk, 'all', '/d/a')).toBeUndefined()
  expect(textOf(disk, 'synced', '/d/a')).toBe('x')
})

test('a large write can be torn at any sector', () => {
  const torn = play(
    write('/d/a', 'x'),
    { kind: 'sync', path: '/d/a' },
    {
      kind: 'write',
      path: '/d/a',
      offset: 0,
      data: Buffer.alloc(1024, 'n'),
    },
  )
  const rolls = [1, 0]
  const content = torn.survivors('torn', () => rolls.shift() ?? 1).get('/d/a')
  const bytes = Buffer.from(content ?? '')
  expect(bytes.length).toBe(1024)
  expect(bytes.toString('latin1', 0, 2)).toBe('x\0')
  expect(bytes.toString('latin1', 512, 514)).toBe('nn')
})
