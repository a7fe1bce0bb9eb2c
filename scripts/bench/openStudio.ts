import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServiceDispatcher } from '../../src-main/hosts/shared/world/createServiceDispatcher.ts'
import { systemClock } from '../../src-main/hosts/shared/world/systemClock.ts'
import { createStudio } from '../../src-main/studio/createStudio.ts'
import type { World } from '../../src-main/studio/world.ts'
import type { Studio } from '../../src-main/studio/Studio.ts'

const rejectUnavailable = (): Promise<never> => Promise.reject(new Error('Not available in benchmarks'))

export interface BenchStudio extends Pick<Studio, 'handlers' | 'inputs' | 'imports'> {
  dataFolder: string
  /** `keep`: doesn't delete the folder, so that another studio can open it. */
  close: (options?: { keep: boolean }) => Promise<void>
}

/** A complete studio in this process with real SQLite and files in its own folder, connected to a service. */
export async function openStudio(
  environment: { address: string; key: string },
  dataFolder = mkdtempSync(join(tmpdir(), 'easel-bench-')),
  sandbox: World['sandbox'] = { start: rejectUnavailable },
  clock: World['clock'] = systemClock,
): Promise<BenchStudio> {
  const dispatcher = createServiceDispatcher()
  const studio = await createStudio({
    version: '0.0.0',
    dataFolder,
    clock,
    random: Math.random,
    uuid: randomUUID,
    dispatcher,
    keychain: { get: () => Promise.resolve(null), set: rejectUnavailable, delete: rejectUnavailable },
    sandbox,
    environment,
    log: { info: () => {}, warn: () => {}, error: (...parts) => console.error(...parts) },
  })
  return {
    handlers: studio.handlers,
    inputs: studio.inputs,
    imports: studio.imports,
    dataFolder,
    close: async ({ keep } = { keep: false }) => {
      await studio.close()
      await dispatcher.destroy()
      if (!keep) rmSync(dataFolder, { recursive: true, force: true })
    },
  }
}
