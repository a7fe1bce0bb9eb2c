import { randomUUID } from 'node:crypto'
import { Agent } from 'undici'
import { onTestFinished } from 'vitest'
import { systemClock } from '../../../hosts/shared/world/systemClock.ts'
import { startSandbox } from '../../../sandbox/startSandbox.ts'
import { createStudio } from '../../createStudio.ts'
import type { OnUpdateProgress } from '../../threads/createThreads.ts'
import { createFastClock } from '../createFastClock.ts'
import { fakeKeychain } from '../fakeKeychain.ts'
import { memoryLog } from '../memoryLog.ts'
import { temporaryFolder } from '../temporaryFolder.ts'

interface Options {
  flavour: 'spec' | 'live'
  dataFolder?: string
  onUpdateProgress?: OnUpdateProgress
  /** How much faster than real time the studio's clock runs. */
  clockSpeed?: number
  /** Starts a proxy in front of the sandbox and returns its address. */
  startProxy?: (address: string) => Promise<string>
}

/** A complete studio that is connected to a sandbox by the environment. Both are closed after the test; `close` closes the studio earlier. */
export async function sandboxStudio({
  flavour,
  dataFolder = temporaryFolder(),
  onUpdateProgress,
  clockSpeed = 1,
  startProxy,
}: Options) {
  const sandbox = await startSandbox({ flavour, speed: 60, seed: 7 })
  const address = (await startProxy?.(sandbox.address)) ?? sandbox.address
  const dispatcher = new Agent({ allowH2: false, pipelining: 1 })
  let aheadMs = 0
  const clock = createFastClock(systemClock, clockSpeed, Date.now())
  const world = {
    version: '0',
    dataFolder,
    clock: { now: () => clock.now() + aheadMs, after: clock.after },
    random: Math.random,
    uuid: randomUUID,
    dispatcher,
    keychain: fakeKeychain(),
    sandbox: { start: async () => ({ address, key: sandbox.key }) },
    environment: { address, key: sandbox.key },
    log: memoryLog(),
  }
  const studio = await createStudio(world, onUpdateProgress)
  let closing: Promise<void> | undefined
  const close = (): Promise<void> => (closing ??= studio.close())
  onTestFinished(async () => {
    await close()
    await dispatcher.destroy()
    await sandbox.close()
  })
  /** Advances the studio's clock without affecting timers. */
  const skip = (ms: number): void => {
    aheadMs += ms
  }
  return { studio, sandbox, dataFolder, skip, close }
}
