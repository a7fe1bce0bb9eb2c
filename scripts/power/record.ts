import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createRandom } from '../../src-main/sandbox/random.ts'
import { startSandbox } from '../../src-main/sandbox/startSandbox.ts'
import { drain } from '../crash/drain.ts'
import { SimulatedUser } from '../crash/SimulatedUser.ts'
import { prepareForms } from '../crash/prepareForm.ts'
import { UserFiles } from '../crash/UserFiles.ts'
import { StudioChild } from '../crash/StudioChild.ts'
import type { DiskCall } from './DiskCall.ts'
import { parseTrace, TRACED } from './parseTrace.ts'

/** The studio's pauses run so much faster. */
const SPEED = 20

/** Runs a studio under strace from an empty folder: clicks, submits, polls, downloads, an orderly end. Answers its calls. */
export async function record(folder: string, jobs: number): Promise<{ root: string; calls: DiskCall[] }> {
  const trace = join(folder, 'trace')
  const root = join(folder, 'data')
  const sandbox = await startSandbox({ flavour: 'live', speed: 5000, balance: 1000, seed: 1 })
  try {
    const child = new StudioChild({
      through: ['strace', '-f', '-y', '-xx', '-s', '100000000', '-o', trace, '-e', `trace=${TRACED}`],
    })
    await child.loaded()
    const { address, key } = sandbox
    const start = { dataFolder: root, address, key, speed: SPEED, epoch: Date.now() }
    child.start({ ...start, wireLog: null, naive: false })
    await child.opened()
    const files = new UserFiles()
    const picture = await files.give(child, ['power'])
    if (picture === null) throw new Error(`The studio ended while it was prepared. ${child.stderrText()}`)
    const forms = await prepareForms(child, picture)
    const user = new SimulatedUser({ forms, files, run: 'power', random: createRandom(1), billed: () => [] })
    for (let job = 0; job < jobs; job++) {
      await user.click(child)
      // Some overlap, some have the disk for themselves.
      if (job % 3 === 2) await drain(child, SPEED)
    }
    await drain(child, SPEED)
    await child.close()
    return { root, calls: parseTrace(readFileSync(trace, 'latin1')) }
  } finally {
    await sandbox.close()
  }
}
