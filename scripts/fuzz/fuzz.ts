import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { routes } from '../../src-preload/contract/routes.ts'
import { fuzzedStudio, SECRET } from './calls.ts'
import { documents } from './documents.ts'
import { KEY } from './hostile.ts'
import { Random } from './Random.ts'
import { serviceAnswers } from './serviceAnswers.ts'

/** After so many inputs the service works for a moment, so that there is always something to work on. */
const CALM_EVERY = 4_000
/** Cases between two reports of the progress. */
const SAY_EVERY = 20_000
const MAX_CPU_MS = 1_000
const MAX_HEAP_BYTES = 1.5 * 2 ** 30

export interface FuzzResult {
  count: number
  byTarget: Record<string, number>
  /** Crashes, unhandled rejections, slow calls, leaks of the key or of files, each with its target and number. */
  breaches: string[]
  slowestMs: number
  heapMiB: number
  /** Calls that were answered by each route, and not refused. */
  answered: Record<string, number>
  /** Answers of the browser host, by status; 0: none. */
  statuses: Record<string, number>
}

interface FuzzOptions {
  count: number
  seed: number
  /** Reports the progress of a long run. */
  say?: (line: string) => void
}

/** Gives the studio `count` hostile inputs; the same seed gives the same ones. */
export async function fuzz({ count, seed, say = () => {} }: FuzzOptions): Promise<FuzzResult> {
  const startedAt = performance.now()
  const random = new Random(seed)
  const studio = await fuzzedStudio(random, seed)
  const result: FuzzResult = {
    count,
    byTarget: {},
    breaches: [],
    slowestMs: 0,
    heapMiB: 0,
    answered: {},
    statuses: {},
  }
  let current = 'start'
  let reported = 0
  const unhandled = (error: unknown): void =>
    void result.breaches.push(`unhandled at ${current}: ${told(error)}`)
  process.on('unhandledRejection', unhandled)
  process.on('uncaughtException', unhandled)
  const targets = {
    service: serviceAnswers(random),
    documents: documents(random),
    calls: studio.call,
    media: studio.media,
    http: studio.http.request,
    settings: studio.settings,
  }
  try {
    for (let n = 0; n < count; n++) {
      const name = targetOf(random.next())
      if (n > 0 && n % SAY_EVERY === 0) {
        const perSecond = Math.round(n / ((performance.now() - startedAt) / 1000))
        const { breaches, slowestMs } = result
        say(`${n} of ${count}, ${perSecond} a second, slowest ${slowestMs} ms, broken ${breaches.length}`)
        for (const breach of breaches.slice(reported)) say(breach)
        reported = breaches.length
      }
      if (n % CALM_EVERY === CALM_EVERY - 1) await studio.calmDown()
      current = `${name} ${n}`
      result.byTarget[name] = (result.byTarget[name] ?? 0) + 1
      await one(current, targets[name], result)
      const { heapUsed } = process.memoryUsage()
      result.heapMiB = Math.max(result.heapMiB, Math.round(heapUsed / 2 ** 20))
      if (heapUsed > MAX_HEAP_BYTES) result.breaches.push(`memory at ${current}: ${heapUsed} bytes`)
    }
    result.breaches.push(...studio.errors.map((error) => `logged: ${error}`))
  } finally {
    await studio.close()
    process.off('unhandledRejection', unhandled)
    process.off('uncaughtException', unhandled)
  }
  for (const route of Object.keys(routes)) result.answered[route] = studio.answered.get(route) ?? 0
  result.statuses = Object.fromEntries(studio.http.statuses)
  result.breaches.push(...wrongFiles(studio.root))
  rmSync(studio.root, { recursive: true, force: true })
  return result
}

type Target = 'service' | 'documents' | 'calls' | 'media' | 'http' | 'settings'

/** What is tried how often, as a share of all. */
const SHARES: readonly [Target, number][] = [
  ['service', 0.46],
  ['documents', 0.22],
  ['calls', 0.21],
  ['media', 0.05],
  ['http', 0.05],
  ['settings', 0.01],
]

function targetOf(share: number): Target {
  let upTo = 0
  for (const [target, part] of SHARES) if (share < (upTo += part)) return target
  return 'service'
}

async function one(name: string, run: () => Promise<unknown>, result: FuzzResult): Promise<void> {
  const before = process.cpuUsage()
  try {
    const answer = JSON.stringify(await run()) ?? ''
    if (leaks(answer)) result.breaches.push(`key answered at ${name}: ${aroundKey(answer)}`)
    if (answer.includes(SECRET)) result.breaches.push(`outside file answered at ${name}`)
  } catch (error) {
    result.breaches.push(`${name}: ${told(error)}`)
  }
  const { user, system } = process.cpuUsage(before)
  const ms = Math.round((user + system) / 1000)
  result.slowestMs = Math.max(result.slowestMs, ms)
  if (ms > MAX_CPU_MS) result.breaches.push(`${name}: ${ms} ms of processor time`)
}

const told = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error)

const leaks = (text: string): boolean => text.includes(KEY) || text.includes(JSON.stringify(KEY).slice(1, -1))

/** The text around the key, so that a failure of a long run can be understood without it. */
function aroundKey(text: string): string {
  const at = Math.max(text.indexOf(KEY), text.indexOf(JSON.stringify(KEY).slice(1, -1)))
  return text.slice(Math.max(0, at - 500), at + 200)
}

/** Files that hold the key, and anything beside the data folder that was not there. */
function wrongFiles(root: string): string[] {
  const found: string[] = []
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    const content = readFileSync(path, 'latin1')
    if (leaks(content)) found.push(`key written to ${path.slice(root.length)}`)
    const isOurs = path.startsWith(join(root, 'data'))
    if (!isOurs && content !== SECRET) found.push(`outside the library: ${path.slice(root.length)}`)
  }
  return found
}
