import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRandom } from '../../src-main/sandbox/random.ts'
import { startSandbox } from '../../src-main/sandbox/startSandbox.ts'
import { drain } from '../crash/drain.ts'
import { SimulatedUser } from '../crash/SimulatedUser.ts'
import { prepareForms } from '../crash/prepareForm.ts'
import { UserFiles } from '../crash/UserFiles.ts'
import { StudioChild } from '../crash/StudioChild.ts'
import { type DiskCall, parseTrace, TRACED } from './parseTrace.ts'

/** Factor by which the studio's clock runs faster than real time. */
const CLOCK_SPEED = 20

export interface Recording {
  /** The data folder of the run, which no longer exists. */
  root: string
  calls: DiskCall[]
}

/**
 * Runs a studio under strace in an empty folder (clicks, submits, polls, downloads, close) and returns its system calls, from which the disk
 * after a power loss is derived.
 */
export async function recordRun(jobs: number): Promise<Recording> {
  const folder = mkdtempSync(join(tmpdir(), 'easel-power-'))
  const trace = join(folder, 'trace')
  const root = join(folder, 'data')
  const sandbox = await startSandbox({ flavour: 'live', speed: 5000, balance: 1000, seed: 1 })
  const child = new StudioChild({
    wrapper: ['strace', '-f', '-y', '-xx', '-s', '100000000', '-o', trace, '-e', `trace=${TRACED}`],
  })
  try {
    await child.waitUntilLoaded()
    const { address, key } = sandbox
    const start = { dataFolder: root, address, key, speed: CLOCK_SPEED, epoch: Date.now() }
    child.start({ ...start, wireLog: null, resendsInFlight: false })
    await child.waitUntilOpened()
    const files = new UserFiles()
    const image = await files.importFor(child, ['power'])
    if (image === null) throw new Error(`The studio exited during preparation. ${child.stderrText()}`)
    const forms = await prepareForms(child, image)
    const user = new SimulatedUser({
      forms,
      files,
      run: 'power',
      random: createRandom(1),
      findBilledIds: () => [],
    })
    for (let job = 0; job < jobs; job++) {
      await user.click(child)
      // Three jobs overlap, and the next one runs alone.
      if (job % 4 >= 2) await drain(child, CLOCK_SPEED)
    }
    await drain(child, CLOCK_SPEED)
    await child.close()
    return { root, calls: parseTrace(readFileSync(trace, 'latin1')) }
  } finally {
    // Does nothing if the studio has ended. A kill would end strace alone.
    await child.close()
    await sandbox.close()
    rmSync(folder, { recursive: true, force: true })
  }
}
