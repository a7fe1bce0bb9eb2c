import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRandom } from '../../src-main/sandbox/random.ts'
import { checkState, type Loss } from './checkState.ts'
import { Disk, type LossModel } from './Disk.ts'
import type { Recording } from './recordRun.ts'
import { Reported } from './Reported.ts'

export interface ReplayOptions {
  /** Number of random disk states with torn writes to check per call. */
  torn: number
  seed: number
  /**
   * The negative control: paths whose syncs have no effect. In this case only the `synced` disks are checked, because
   * the others don't depend on syncs.
   */
  isSyncIgnored?: (path: string) => boolean
  print?: (line: string) => void
}

export interface PowerResult {
  calls: number
  /** Number of disk states checked. */
  states: number
  lost: Record<Loss['kind'], number>
  /** Number of reports of each kind in the recorded run. Where it is 0, that kind of loss wasn't tested. */
  reported: { acknowledged: number; requests: number; saved: number; sent: number }
  messages: string[]
}

/** Checks the disk that a power loss at each call of a recorded run would leave. */
export function replayPowerLosses(
  { root, calls }: Recording,
  { torn, seed, isSyncIgnored, print }: ReplayOptions,
): PowerResult {
  // In memory if possible, because nothing in it has to be synced.
  const checkFolder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'easel-power-'))
  const lost = { damaged: 0, intent: 0, request: 0, file: 0, sent: 0 }
  const messages = new Set<string>()
  const random = createRandom(seed)
  const disk = new Disk(root, isSyncIgnored)
  const reported = new Reported()
  let states = 0
  const check = (model: LossModel, at: number): void => {
    states++
    for (const loss of checkState(disk.survivors(model, random), root, checkFolder, reported)) {
      lost[loss.kind]++
      messages.add(`${model} at call ${at}: ${loss.kind}: ${loss.message}`)
    }
  }
  let before = { all: -1, synced: -1, reported: '' }
  try {
    for (const [at, call] of calls.entries()) {
      if (call.kind === 'output') reported.read(call.data)
      else disk.apply(call)
      const countsNow = Object.values(reported.counts()).join()
      const isNew = countsNow !== before.reported
      if (!isSyncIgnored && (isNew || disk.version.all !== before.all)) {
        check('all', at)
        for (let n = 0; n < torn; n++) check('torn', at)
      }
      if (isNew || disk.version.synced !== before.synced) check('synced', at)
      before = { ...disk.version, reported: countsNow }
      if (at % 500 === 499) print?.(`${at + 1} of ${calls.length} calls, ${states} disks`)
    }
  } finally {
    rmSync(checkFolder, { recursive: true, force: true })
  }
  return { calls: calls.length, states, lost, reported: reported.counts(), messages: [...messages] }
}
