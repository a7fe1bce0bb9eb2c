import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRandom } from '../../src-main/sandbox/random.ts'
import { checkState, type Loss } from './checkState.ts'
import { Disk, type LossModel } from './Disk.ts'
import { recordSystemCalls } from './record.ts'
import { Reported } from './Reported.ts'

export interface PowerOptions {
  /** Jobs in the recorded run. */
  jobs: number
  /** Number of random torn disks per call. */
  torn: number
  seed: number
  /** The negative control: paths whose syncs have no effect. */
  isSyncIgnored?: (path: string) => boolean
  print?: (line: string) => void
}

export interface PowerResult {
  calls: number
  /** Number of disk states checked. */
  states: number
  lost: Record<Loss['kind'], number>
  /** Numbers reported before the end; if 0, nothing was tested. */
  reported: { acknowledged: number; requests: number; saved: number; sent: number }
  messages: string[]
}

/** Records a real run and checks the disk that a power loss at each call would leave. */
export async function powerTest({
  jobs,
  torn,
  seed,
  isSyncIgnored,
  print,
}: PowerOptions): Promise<PowerResult> {
  const folder = mkdtempSync(join(tmpdir(), 'easel-power-'))
  // In memory if possible, because its syncs are irrelevant.
  const checkFolder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'easel-power-'))
  const lost = { damaged: 0, intent: 0, request: 0, file: 0, sent: 0 }
  const messages = new Set<string>()
  let states = 0
  try {
    const { root, calls } = await recordSystemCalls(folder, jobs)
    const random = createRandom(seed)
    const disk = new Disk(root, isSyncIgnored)
    const reported = new Reported()
    const check = (model: LossModel, at: number): void => {
      states++
      for (const loss of checkState(disk.survivors(model, random), root, checkFolder, reported)) {
        lost[loss.kind]++
        messages.add(`${model} at call ${at}: ${loss.kind}: ${loss.message}`)
      }
    }
    let before = { all: -1, synced: -1, reported: '' }
    for (const [at, call] of calls.entries()) {
      if (call.kind === 'output') reported.read(call.data)
      else disk.apply(call)
      const sizesNow = [reported.acknowledged, reported.requests, reported.saved, reported.sent]
        .map(({ size }) => size)
        .join()
      const isNew = sizesNow !== before.reported
      if (isNew || disk.version.all !== before.all) {
        check('all', at)
        for (let n = 0; n < torn; n++) check('torn', at)
      }
      if (isNew || disk.version.synced !== before.synced) check('synced', at)
      before = { ...disk.version, reported: sizesNow }
      if (at % 500 === 499) print?.(`${at + 1} of ${calls.length} calls, ${states} disks`)
    }
    const { acknowledged, requests, saved, sent } = reported
    const sizes = {
      acknowledged: acknowledged.size,
      requests: requests.size,
      saved: saved.size,
      sent: sent.size,
    }
    return { calls: calls.length, states, lost, reported: sizes, messages: [...messages] }
  } finally {
    for (const created of [folder, checkFolder]) rmSync(created, { recursive: true, force: true })
  }
}
