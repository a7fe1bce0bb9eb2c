import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startSandbox } from '../../src-main/sandbox/startSandbox.ts'
import { projectFolder } from '../test/projectFolder.ts'
import { crashTest } from './crashTest.ts'

const TIMEOUT_MS = 900_000
const clean = { billedTwice: 0, lostOrInconsistent: 0, stuck: 0, wrongFile: 0, violations: [] }

test(
  'a studio that is killed 20 times at work pays for nothing twice and loses nothing',
  async () => {
    const result = await crashTest({ cycles: 20, jobsPerCycle: 5, seed: 1 })
    expect(result).toMatchObject(clean)
    expect(result.jobs).toBeGreaterThan(60)
    expect(result.saved).toBeGreaterThan(20)
    expect(result.withFiles).toBeGreaterThan(10)
  },
  TIMEOUT_MS,
)

test(
  'detects a studio that sends requests in flight again',
  async () => {
    const result = await crashTest({ cycles: 12, jobsPerCycle: 5, seed: 1, resendsInFlight: true })
    expect(result.billedTwice).toBeGreaterThan(0)
  },
  TIMEOUT_MS,
)

test(
  'counts the recorded requests for a service without a ledger',
  async () => {
    const sandbox = await startSandbox({
      flavour: 'live',
      speed: 20,
      balance: 1000,
      // Few enough that they are never taken for an outage, whose pauses would outlast the test.
      faults: ['submit:429=0@0.1'],
    })
    const args = ['--cycles', '4', '--jobs-per-cycle', '8', '--seed', '1', '--service', sandbox.address]
    const env = { ...process.env, EASEL_API_KEY: sandbox.key }
    const child = spawn(process.execPath, [join(projectFolder, 'scripts', 'crash-test.ts'), ...args], { env })
    const output = { stdout: '', stderr: '' }
    child.stdout.on('data', (part: Buffer) => (output.stdout += part.toString()))
    child.stderr.on('data', (part: Buffer) => (output.stderr += part.toString()))
    const [code] = await once(child, 'close')
    await sandbox.close()
    expect(output.stdout).toMatch(
      /^cycles 4 jobs \d+ billed-twice 0 lost 0 stuck 0 wrong-file 0 uncertain \d+ resent \d+\n$/,
    )
    expect(output.stderr).toContain('no ledger')
    expect(output.stderr).toMatch(/ [1-9]\d* submissions had a file/)
    expect(code).toBe(0)
  },
  TIMEOUT_MS,
)
