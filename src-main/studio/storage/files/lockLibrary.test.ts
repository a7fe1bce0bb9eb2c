import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { temporaryFolder } from '../../testing/temporaryFolder.ts'
import { lockLibrary } from './lockLibrary.ts'

const inUse = expect.objectContaining({ problem: { code: 'library_in_use', money: 'none' } })
const lockError = (folder: string): unknown => {
  try {
    lockLibrary(folder).release()
    return null
  } catch (error) {
    return error
  }
}

async function otherProcess(folder: string) {
  const script = `import { lockLibrary } from ${JSON.stringify(new URL('lockLibrary.ts', import.meta.url).href)}
    globalThis.lock = lockLibrary(${JSON.stringify(folder)})
    process.stdout.write('locked')
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child.stdout, 'data')
  return child
}

it('rejects a folder that another process has locked, and locks it when that process is killed', async () => {
  const folder = temporaryFolder()
  const child = await otherProcess(folder)
  expect(lockError(folder)).toEqual(inUse)
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(lockError(folder)).toBeNull()
})

it('rejects a second studio in the same process until the first releases the lock', () => {
  const folder = temporaryFolder()
  const first = lockLibrary(folder)
  expect(lockError(folder)).toEqual(inUse)
  first.release()
  first.release()
  expect(lockError(folder)).toBeNull()
})

it('locks one folder, not another', () => {
  const first = lockLibrary(temporaryFolder())
  expect(lockError(temporaryFolder())).toBeNull()
  first.release()
})

it('replaces an invalid lock file', () => {
  const folder = temporaryFolder()
  const garbage = 'left by something else '.repeat(100)
  writeFileSync(join(folder, 'easel.lock'), garbage)
  expect(lockError(folder)).toBeNull()
  expect(readFileSync(join(folder, 'easel.lock'), 'utf8')).not.toBe(garbage)
})
