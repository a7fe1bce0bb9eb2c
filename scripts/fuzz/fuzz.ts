import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { routes } from '../../src-preload/contract/routes.ts'
import { openFuzzedStudio, SECRET } from './fuzzedStudio.ts'
import { createDocumentTarget } from './documents.ts'
import { KEY } from './hostile.ts'
import { Random } from './Random.ts'
import { createServiceTarget } from './serviceResponses.ts'

/** Number of inputs after which the service works for a moment, so that data of each kind is created. */
const CREATE_EVERY = 4_000
/** Inputs between two progress reports. */
const REPORT_EVERY = 20_000
/** An input that takes more processor time hangs; the slowest ones take a second on a busy machine. */
const MAX_CPU_MS = 10_000
const MAX_HEAP_BYTES = 1.5 * 2 ** 30

export interface FuzzResult {
  count: number
  /** Number of inputs by target. */
  byTarget: Record<string, number>
  /** Crashes, unhandled rejections, slow calls, leaks of the key or of files, each with its target and number. */
  violations: string[]
  slowestMs: number
  heapMiB: number
  /** Number of successful calls, by route. */
  succeeded: Record<string, number>
  /** Number of responses of the browser host, by status. */
  statuses: Record<string, number>
}

interface FuzzOptions {
  count: number
  seed: number
  /** Reports the progress of a long run. */
  print?: (line: string) => void
}

/** Sends `count` hostile inputs to the studio; equal seeds give equal inputs. */
export async function fuzz({ count, seed, print = () => {} }: FuzzOptions): Promise<FuzzResult> {
  const startedAt = performance.now()
  const random = new Random(seed)
  const studio = await openFuzzedStudio(random, seed)
  const result: FuzzResult = {
    count,
    byTarget: {},
    violations: [],
    slowestMs: 0,
    heapMiB: 0,
    succeeded: {},
    statuses: {},
  }
  let current = 'start'
  let reported = 0
  const unhandled = (error: unknown): void =>
    void result.violations.push(`unhandled at ${current}: ${describeError(error)}`)
  process.on('unhandledRejection', unhandled)
  process.on('uncaughtException', unhandled)
  const targets = {
    service: createServiceTarget(random),
    documents: createDocumentTarget(random),
    calls: studio.call,
    media: studio.media,
    http: studio.http.request,
    overrides: studio.overrides,
  }
  try {
    for (let n = 0; n < count; n++) {
      const name = chooseTarget(random.next())
      if (n > 0 && n % REPORT_EVERY === 0) {
        const perSecond = Math.round(n / ((performance.now() - startedAt) / 1000))
        const { violations, slowestMs } = result
        print(`${n} of ${count}, ${perSecond} a second, slowest ${slowestMs} ms, broken ${violations.length}`)
        for (const violation of violations.slice(reported)) print(violation)
        reported = violations.length
      }
      if (n % CREATE_EVERY === CREATE_EVERY - 1) await studio.createData()
      current = `${name} ${n}`
      result.byTarget[name] = (result.byTarget[name] ?? 0) + 1
      await runInput(current, targets[name], result)
      const { heapUsed } = process.memoryUsage()
      result.heapMiB = Math.max(result.heapMiB, Math.round(heapUsed / 2 ** 20))
      if (heapUsed > MAX_HEAP_BYTES) result.violations.push(`memory at ${current}: ${heapUsed} bytes`)
    }
    result.violations.push(...studio.errors.map((error) => `logged: ${error}`))
  } finally {
    await studio.close()
    process.off('unhandledRejection', unhandled)
    process.off('uncaughtException', unhandled)
  }
  for (const route of Object.keys(routes)) result.succeeded[route] = studio.succeeded.get(route) ?? 0
  result.statuses = Object.fromEntries(studio.http.statuses)
  result.violations.push(...findWrongFiles(studio.root))
  rmSync(studio.root, { recursive: true, force: true })
  return result
}

type Target = 'service' | 'documents' | 'calls' | 'media' | 'http' | 'overrides'

/** Each target with its share of the inputs. */
const SHARES: readonly [Target, number][] = [
  ['service', 0.46],
  ['documents', 0.22],
  ['calls', 0.21],
  ['media', 0.05],
  ['http', 0.05],
  ['overrides', 0.01],
]

function chooseTarget(share: number): Target {
  let cumulative = 0
  for (const [target, targetShare] of SHARES) if (share < (cumulative += targetShare)) return target
  return 'service'
}

async function runInput(name: string, run: () => Promise<unknown>, result: FuzzResult): Promise<void> {
  const before = process.cpuUsage()
  try {
    const output = JSON.stringify(await run()) ?? ''
    if (containsKey(output)) result.violations.push(`key returned at ${name}: ${textAroundKey(output)}`)
    if (output.includes(SECRET)) result.violations.push(`outside file returned at ${name}`)
  } catch (error) {
    result.violations.push(`${name}: ${describeError(error)}`)
  }
  const { user, system } = process.cpuUsage(before)
  const ms = Math.round((user + system) / 1000)
  result.slowestMs = Math.max(result.slowestMs, ms)
  if (ms > MAX_CPU_MS) result.violations.push(`${name}: ${ms} ms of processor time`)
}

const describeError = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error)

const containsKey = (text: string): boolean =>
  text.includes(KEY) || text.includes(JSON.stringify(KEY).slice(1, -1))

/** The text around the key, so that a failure of a long run can be understood without repeating it. */
function textAroundKey(text: string): string {
  const at = Math.max(text.indexOf(KEY), text.indexOf(JSON.stringify(KEY).slice(1, -1)))
  return text.slice(Math.max(0, at - 500), at + 200)
}

/** Files that contain the key, and new files outside the data folder. */
function findWrongFiles(root: string): string[] {
  const found: string[] = []
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    const content = readFileSync(path, 'latin1')
    if (containsKey(content)) found.push(`key written to ${path.slice(root.length)}`)
    const isOurs = path.startsWith(join(root, 'data'))
    if (!isOurs && content !== SECRET) found.push(`outside the library: ${path.slice(root.length)}`)
  }
  return found
}
