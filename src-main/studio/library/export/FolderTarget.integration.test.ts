import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import * as files from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, it, vi } from 'vitest'
import { memoryLog } from '../../testing/memoryLog.ts'
import { temporaryFolder } from '../../testing/temporaryFolder.ts'
import { FolderTarget } from './FolderTarget.ts'
import { PartFiles } from './PartFiles.ts'

vi.mock('node:fs/promises', async (importOriginal) => {
  const original = await importOriginal<typeof files>()
  const noLinks = Object.assign(new Error('operation not permitted'), { code: 'EPERM' })
  return { ...original, link: vi.fn(() => Promise.reject(noLinks)), rename: vi.fn(original.rename) }
})
const rename = vi.mocked(files.rename)
beforeEach(() => void rename.mockReset())

/** A folder on a disk without hard links. */
function setUp() {
  const [records, folder] = [temporaryFolder(), temporaryFolder()]
  let count = 0
  const openParts = () => new PartFiles({ records, uuid: () => `id-${count++}`, log: memoryLog() })
  const open = () => FolderTarget.open(folder, openParts())
  const add = (target: FolderTarget, text: string) =>
    target.add({
      name: { stem: 'fog', extension: 'png' },
      modifiedAt: 0,
      bytes: text.length,
      content: chunks(text),
    })
  const contents = () => {
    const read = readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')] as const)
    return Object.fromEntries(read)
  }
  return { records, folder, openParts, open, add, contents }
}

async function* chunks(text: string): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  yield Buffer.from(text)
}

/** Calls `wait` before each rename to a file in a folder. */
function delayRenames(folder: string, wait: () => Promise<void>): void {
  const original = rename.getMockImplementation()
  rename.mockImplementation(async (from, to) => {
    if (String(to).startsWith(folder)) await wait()
    await original?.(from, to)
  })
}
const renamesTo = (folder: string) => rename.mock.calls.filter(([, to]) => String(to).startsWith(folder))

it('keeps both files if two exports want the same name at the same time', async () => {
  const { folder, open, add, contents } = setUp()
  const [one, other] = [await open(), await open()]
  const bothReady = Promise.withResolvers<void>()
  delayRenames(folder, () => bothReady.promise)
  const adding = Promise.all([add(one, 'first'), add(other, 'second')])
  await expect.poll(() => renamesTo(folder)).toHaveLength(2)
  bothReady.resolve()
  expect((await adding).toSorted()).toEqual(['fog (2).png', 'fog.png'])
  await Promise.all([one.finish(), other.finish()])
  expect(Object.values(contents()).toSorted()).toEqual(['first', 'second'])
})

it('replaces no file that another program wrote during the export', async () => {
  const { folder, open, add, contents } = setUp()
  const target = await open()
  writeFileSync(join(folder, 'fog.png'), '')
  expect(await add(target, 'exported')).toBe('fog (2).png')
  await target.finish()
  expect(contents()).toEqual({ 'fog.png': '', 'fog (2).png': 'exported' })
})

it('leaves only complete files at the next start if it was killed before a file got its reserved name', async () => {
  const { records, folder, openParts, open, add, contents } = setUp()
  const target = await open()
  await add(target, 'complete')
  delayRenames(folder, () => new Promise(() => {}))
  void add(target, 'killed')
  await expect.poll(() => renamesTo(folder)).toHaveLength(2)
  await openParts().removeLeftovers()
  expect(contents()).toEqual({ 'fog.png': 'complete' })
  expect(readdirSync(records)).toEqual([])
})

it('leaves no empty file if a file can’t get its reserved name', async () => {
  const { folder, open, add, contents } = setUp()
  const target = await open()
  delayRenames(folder, () => Promise.reject(new Error('disconnected')))
  await expect(add(target, 'lost')).rejects.toThrow('disconnected')
  await target.discard()
  expect(contents()).toEqual({})
})

it('keeps a complete file that is empty, at the end of the export and after a crash', async () => {
  const { folder, openParts, open, add, contents } = setUp()
  const target = await open()
  await add(target, '')
  await target.finish()
  expect(contents()).toEqual({ 'fog.png': '' })
  const killed = await open()
  await add(killed, '')
  await openParts().removeLeftovers()
  expect(readdirSync(folder)).toEqual(['fog (2).png', 'fog.png'])
})
