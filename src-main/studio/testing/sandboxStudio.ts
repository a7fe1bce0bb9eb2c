import { randomUUID } from 'node:crypto'
import { Agent } from 'undici'
import { onTestFinished } from 'vitest'
import { startSandbox } from '../../sandbox/startSandbox.ts'
import { createStudio } from '../createStudio.ts'
import { fakeKeychain } from './fakeKeychain.ts'
import { memoryLog } from './memoryLog.ts'
import { temporaryFolder } from './temporaryFolder.ts'

/** A whole studio connected to a sandbox by the environment, each closed after the test. */
export async function sandboxStudio({ flavour }: { flavour: 'spec' | 'live' }) {
  const sandbox = await startSandbox({ flavour, speed: 60, seed: 7 })
  const dispatcher = new Agent({ allowH2: false, pipelining: 1 })
  const dataFolder = temporaryFolder()
  let ahead = 0
  const studio = await createStudio({
    version: '0',
    dataFolder,
    clock: {
      now: () => Date.now() + ahead,
      after: (ms, run) => {
        const timer = setTimeout(run, ms)
        return () => clearTimeout(timer)
      },
    },
    random: Math.random,
    uuid: randomUUID,
    dispatcher,
    keychain: fakeKeychain(),
    sandbox: { start: async () => ({ address: sandbox.address, key: sandbox.key }) },
    environment: { address: sandbox.address, key: sandbox.key },
    log: memoryLog(),
  })
  onTestFinished(async () => {
    await studio.close()
    await dispatcher.destroy()
    await sandbox.close()
  })
  /** Puts the studio's clock forward; timers go on as they were. */
  const skip = (ms: number): void => {
    ahead += ms
  }
  return { studio, sandbox, dataFolder, skip }
}
