import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { temporaryFolder } from '../../src-main/studio/testing/temporaryFolder.ts'
import { runInstaller } from './findElectronRuntime.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

/** Runs an installer that takes a minute of the fake clock. */
function install(code: string, limitMs?: number): { result: Promise<string | null>; lines: string[] } {
  const installer = join(temporaryFolder(), 'install.mjs')
  writeFileSync(installer, code)
  const lines: string[] = []
  const result = runInstaller(installer, { print: (line) => lines.push(line), limitMs })
  vi.advanceTimersByTime(60_000)
  return { result, lines }
}

test('a download that takes longer than the limit continues in the background', async () => {
  const { result, lines } = install('', 10_000)
  expect(await result).toBe('still downloading')
  vi.useRealTimers()
  await vi.waitFor(() => expect(lines).toEqual(['The Electron runtime is ready for the next start.']))
})

test('a download without a limit is waited for', async () => {
  const { result, lines } = install('')
  expect(await result).toBeNull()
  expect(lines).toEqual([])
})

test('a failed download says why', async () => {
  const { result } = install('console.error("Error: no network"); process.exitCode = 1')
  expect(await result).toBe('download failed: no network')
})
