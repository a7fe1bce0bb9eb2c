import { mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { memoryLog } from '../../testing/memoryLog.ts'
import { temporaryFolder } from '../../testing/temporaryFolder.ts'
import { FileState, replaceFile } from './FileState.ts'

const connectedDisk = { isDisconnected: () => false, requireConnected: () => {} }
const SAVED_AT = 1_700_000_000_000

function savedFile(content = 'the saved bytes') {
  const path = join(temporaryFolder(), 'result.png')
  const write = (bytes: string, at: number) => {
    writeFileSync(path, bytes)
    utimesSync(path, at / 1000, at / 1000)
  }
  write(content, SAVED_AT - 500)
  const sha256 = createHash('sha256').update(content).digest('hex')
  const state = new FileState({ disk: connectedDisk, log: memoryLog() })
  const row = { id: 'a', bytes: content.length, sha256, created_at: SAVED_AT }
  return { path, write, check: () => state.check(path, row) }
}

it('an unchanged file is present, even if it was copied later', async () => {
  const { check, write } = savedFile()
  expect(await check()).toBe('present')
  write('the saved bytes', SAVED_AT + 3_600_000)
  expect(await check()).toBe('present')
})

it('a deleted file is missing, and one of another size is changed', async () => {
  const { check, write, path } = savedFile()
  write('other', SAVED_AT - 500)
  expect(await check()).toBe('changed')
  rmSync(path)
  expect(await check()).toBe('missing')
})

it('a file of the same size with other bytes is changed, after each write', async () => {
  const { check, write } = savedFile()
  write('THE SAVED BYTES', SAVED_AT + 60_000)
  expect(await check()).toBe('changed')
  write('the saved bytes', SAVED_AT + 120_000)
  expect(await check()).toBe('present')
  write('THE SAVED BYTES', SAVED_AT + 180_000)
  expect(await check()).toBe('changed')
})

it('a path outside the library is missing', async () => {
  const row = { id: 'a', bytes: 1, sha256: '', created_at: 0 }
  expect(await new FileState({ disk: connectedDisk, log: memoryLog() }).check(null, row)).toBe('missing')
})

it('a file that can’t be looked up is not called missing', async () => {
  const row = { id: 'a', bytes: 1, sha256: '', created_at: 0, path: 'a.png' }
  // Longer than a name may be.
  const path = join(temporaryFolder(), 'a'.repeat(300))
  const state = new FileState({ disk: connectedDisk, log: memoryLog() })
  for (const look of [state.check(path, row), state.find(path, row)])
    await expect(look).rejects.toMatchObject({
      problem: { code: 'disk_failed', money: 'none', params: { cause: 'ENAMETOOLONG' } },
    })
})

it('a replaced file is kept in the folder of found files', async () => {
  const folder = temporaryFolder()
  const [from, to, found] = [join(folder, 'new.png'), join(folder, '2026', 'a.png'), join(folder, 'found')]
  mkdirSync(join(folder, '2026'))
  writeFileSync(from, 'new')
  writeFileSync(to, 'changed')
  await replaceFile({ from, to, savedAt: SAVED_AT, folders: { library: folder, found } })
  expect(readFileSync(to, 'utf8')).toBe('new')
  const [readme, kept = ''] = readdirSync(found).sort()
  expect(readme).toBe('README.txt')
  expect(kept).toMatch(/^a-changed-\d+\.png$/)
  expect(readFileSync(join(found, kept), 'utf8')).toBe('changed')
})

it('a file that cannot be moved is reported as disk_failed', async () => {
  const folder = temporaryFolder()
  const missing = {
    from: join(folder, 'none.png'),
    to: join(folder, 'a.png'),
    savedAt: SAVED_AT,
    folders: { library: folder, found: join(folder, 'found') },
  }
  await expect(replaceFile(missing)).rejects.toMatchObject({
    problem: { code: 'disk_failed', money: 'none', params: { cause: 'ENOENT' } },
  })
})
