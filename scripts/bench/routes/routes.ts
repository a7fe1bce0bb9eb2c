import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { startSandbox } from '../../../src-main/sandbox/startSandbox.ts'
import { routes as contract } from '../../../src-preload/contract/routes.ts'
import { seed } from '../../seed/seed.ts'
import type { LibraryOptions } from '../libraries.ts'
import { readLibrarySamples } from '../librarySamples.ts'
import { openStudio } from '../openStudio.ts'
import { PausableClock } from '../polls/PausableClock.ts'
import type { RouteCall } from './RouteCall.ts'
import { createRouteCalls } from './routeCalls.ts'
import { createRow, type Row } from '../Row.ts'
import { toMs, waitUntilIdle } from '../waitUntilIdle.ts'

/** Enough calls that the 95th percentile excludes one or two during which other work ran on the thread. */
const CALLS = 60
/**
 * A variant that has taken longer than this in total is not called again. The slowest ones take 1.5 s a call: about
 * 25 calls fit.
 */
const MAX_VARIANT_MS = 40_000
const PRINTED = 12
/** After a start, interrupted downloads are retried with growing pauses for some minutes, and files are checked. */
const AFTER_START = { idleMs: 20_000, maxMs: 300_000 }
/** Background work that a variant starts, such as pricing a batch, must not be counted as part of the next one. */
const BETWEEN_VARIANTS = { idleMs: 500, maxMs: 5000 }
/** Times below `MIN_JUDGED_MS` always pass; `MAX_MS` is the limit for any library. */
const MIN_JUDGED_MS = 2
const MAX_MS = 20
const HOST_ROUTES: readonly string[] = [
  'studio.forget_microphone',
  'library.reveal',
  'library.open_folder',
  'exports.start',
  'exports.reveal',
  'imports.folder',
  'imports.library',
  'maintenance.back_up',
  'libraries.list',
  'libraries.open',
  'libraries.remove',
  'libraries.create',
  'libraries.open_existing',
  'libraries.restore',
  'libraries.open_restored',
  'libraries.move',
  'libraries.finish_move',
]
/** Routes that require a keychain, a running queue, refunded jobs, or a file that the service still has. */
const SKIPPED = [
  'connections.add',
  'connections.update',
  'connections.remove',
  'queue.resume',
  'queue.retry',
  'library.fetch_again',
]

export interface RoutesOptions extends LibraryOptions {
  /** Measures only variants whose name contains one of these. */
  only: readonly string[]
}

/** Measures the main-thread CPU time of every route in a small and a large library. */
export const routes = async ({ sizes, folders, only }: RoutesOptions): Promise<Row[]> => {
  const measured: MeasuredLibrary[] = []
  for (const index of (folders.length > 0 ? folders : sizes).keys())
    measured.push(await measureLibrary(sizes[index] ?? 0, folders[index], only))
  const [small, large] = [measured[0], measured.at(-1)]
  if (!small || !large) return []
  const rows = [...large.times].map(([name, value]) => {
    const anchor = small.times.get(name) ?? value
    const allowed = Math.min(MAX_MS, Math.max(MIN_JUDGED_MS, 2 * anchor))
    const columns = {
      unit: 'ms CPU',
      detail: `${anchor.toFixed(2)} in ${small.jobs} jobs`,
      anchor: null,
      ratio: null,
    }
    return createRow({ name, value: Number(value.toFixed(2)), ...columns, goal: Number(allowed.toFixed(2)) })
  })
  const slowest = rows.toSorted((a, b) => Number(a.holds) - Number(b.holds) || b.value - a.value)
  const failing = slowest.filter(({ holds }) => !holds).length
  return slowest.slice(0, Math.max(PRINTED, failing))
}

interface MeasuredLibrary {
  jobs: number
  /** Milliseconds of CPU time by variant. */
  times: Map<string, number>
}

async function measureLibrary(
  size: number,
  given: string | undefined,
  only: readonly string[],
): Promise<MeasuredLibrary> {
  const folder = given ?? mkdtempSync(join(tmpdir(), 'easel-routes-'))
  if (given === undefined) await seed({ jobs: size, folder: join(folder, 'data') })
  const data = given ?? join(folder, 'data')
  const sandbox = await startSandbox({ speed: 1, seed: 7 })
  const samples = readLibrarySamples(data)
  const clock = new PausableClock()
  const studio = await openStudio(sandbox, data, { start: () => Promise.resolve(sandbox) }, clock)
  try {
    await studio.handlers['connections.use_sandbox']()
    await studio.handlers['models.refresh']()
    await waitUntilIdle(AFTER_START)
    const calls = await createRouteCalls(studio, samples)
    assertEveryRouteIsCalled(calls)
    const times = new Map<string, number>()
    for (const call of calls) {
      const name = `${call.route} ${call.variant}`.trim()
      if (only.length > 0 && !only.some((part) => name.includes(part))) continue
      await waitUntilIdle(BETWEEN_VARIANTS)
      times.set(name, await measure(call, clock))
    }
    return { jobs: samples.jobCount, times }
  } finally {
    await studio.close({ keep: true })
    await sandbox.close()
    if (given === undefined) rmSync(folder, { recursive: true, force: true })
  }
}

/** Ensures that every route is either called or listed as skipped. */
function assertEveryRouteIsCalled(calls: readonly RouteCall[]): void {
  const called = new Set<string>([...calls.map(({ route }) => route), ...SKIPPED, ...HOST_ROUTES])
  const missing = Object.keys(contract).filter((route) => !called.has(route))
  if (missing.length > 0) throw new Error(`No call of ${missing.join(', ')}`)
}

/** The 95th percentile of the CPU time of this thread, in milliseconds: of the whole call, or of its longest slice. */
async function measure(
  { route, variant, isSliced, prepare }: RouteCall,
  clock: PausableClock,
): Promise<number> {
  const times: number[] = []
  const errors: string[] = []
  const startedAt = performance.now()
  for (let n = 0; n < CALLS && performance.now() - startedAt < MAX_VARIANT_MS; n++) {
    const call = await prepare(n)
    if (!call) break
    await setImmediate()
    const callAndCatch = () => call().catch((error: unknown) => errors.push(String(error)))
    times.push(
      await clock.runPaused(() => (isSliced ? longestSlice(callAndCatch) : measureCpuMs(callAndCatch))),
    )
  }
  if (errors.length > 0)
    console.error(`${route} ${variant}: ${errors.length} of ${times.length} calls failed: ${errors[0]}`)
  // The first call prepares its statements.
  const warm = times.length > 1 ? times.slice(1) : times
  return warm.toSorted((a, b) => a - b)[Math.ceil(warm.length * 0.95) - 1] ?? 0
}

async function measureCpuMs(call: () => Promise<unknown>): Promise<number> {
  const before = process.threadCpuUsage()
  await call()
  return toMs(process.threadCpuUsage(before))
}

/** Longest CPU time between two turns of the event loop during a call. */
async function longestSlice(call: () => Promise<unknown>): Promise<number> {
  let longest = 0
  let before = process.threadCpuUsage()
  const recordSlice = () => {
    longest = Math.max(longest, toMs(process.threadCpuUsage(before)))
    before = process.threadCpuUsage()
  }
  let isDone = false
  const done = call().then(() => (isDone = true))
  while (!isDone) {
    recordSlice()
    await setImmediate()
  }
  await done
  recordSlice()
  return longest
}
