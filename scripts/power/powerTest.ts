import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRandom } from '../../src-main/sandbox/random.ts'
import { checkState, type Loss } from './checkState.ts'
import { Disk, type LossModel } from './Disk.ts'
import { record } from './record.ts'
import { Told } from './Told.ts'

export interface PowerOptions {
  /** Jobs in the recorded run. */
  jobs: number
  /** Random torn disks at each call. */
  torn: number
  seed: number
  /** The control: a disk that forgets the syncs of such paths. */
  isDeafTo?: (path: string) => boolean
  print?: (line: string) => void
}

export interface PowerResult {
  calls: number
  /** Disks rebuilt and opened. */
  states: number
  lost: Record<Loss['what'], number>
  /** Told before the end: without them nothing was tried. */
  told: { acknowledged: number; requests: number; saved: number; sent: number }
  messages: string[]
}

/** Records a real run and rebuilds its disk as a loss of power at every call would leave it. */
export async function powerTest({ jobs, torn, seed, isDeafTo, print }: PowerOptions): Promise<PowerResult> {
  const folder = mkdtempSync(join(tmpdir(), 'easel-power-'))
  // In memory where that can be had: what opening syncs there matters to no one.
  const left = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'easel-power-'))
  const lost = { damaged: 0, intent: 0, request: 0, file: 0, sent: 0 }
  const messages = new Set<string>()
  let states = 0
  try {
    const { root, calls } = await record(folder, jobs)
    const random = createRandom(seed)
    const disk = new Disk(root, isDeafTo)
    const told = new Told()
    const check = (model: LossModel, at: number): void => {
      states++
      for (const loss of checkState(disk.left(model, random), root, left, told)) {
        lost[loss.what]++
        messages.add(`${model} at call ${at}: ${loss.what}: ${loss.message}`)
      }
    }
    let before = { all: -1, synced: -1, told: '' }
    for (const [at, call] of calls.entries()) {
      if (call.kind === 'told') told.hear(call.data)
      else disk.play(call)
      const said = [told.acknowledged, told.requests, told.saved, told.sent].map(({ size }) => size).join()
      const isNew = said !== before.told
      if (isNew || disk.version.all !== before.all) {
        check('all', at)
        for (let n = 0; n < torn; n++) check('torn', at)
      }
      if (isNew || disk.version.synced !== before.synced) check('synced', at)
      before = { ...disk.version, told: said }
      if (at % 500 === 499) print?.(`${at + 1} of ${calls.length} calls, ${states} disks`)
    }
    const { acknowledged, requests, saved, sent } = told
    const sizes = {
      acknowledged: acknowledged.size,
      requests: requests.size,
      saved: saved.size,
      sent: sent.size,
    }
    return { calls: calls.length, states, lost, told: sizes, messages: [...messages] }
  } finally {
    for (const made of [folder, left]) rmSync(made, { recursive: true, force: true })
  }
}
