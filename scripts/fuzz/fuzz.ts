import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fuzzedStudio, SECRET } from './calls.ts'
import { documents } from './documents.ts'
import { KEY } from './hostile.ts'
import { Random } from './Random.ts'
import { serviceAnswers } from './serviceAnswers.ts'

const LONGEST_CPU_MS = 1_000
const MOST_HEAP_BYTES = 1.5 * 2 ** 30

export interface FuzzResult {
  count: number
  byTarget: Record<string, number>
  /** Crashes, unhandled rejections, slow calls, leaks of the key or of files, each with its target and number. */
  breaches: string[]
  slowestMs: number
  heapMiB: number
  /** Routes that at least one call got an answer from. */
  routes: number
}

/** Gives the studio `count` hostile inputs; the same seed gives the same ones. */
export async function fuzz({ count, seed }: { count: number; seed: number }): Promise<FuzzResult> {
  const random = new Random(seed)
  const studio = await fuzzedStudio(random, seed)
  const result: FuzzResult = { count, byTarget: {}, breaches: [], slowestMs: 0, heapMiB: 0, routes: 0 }
  let current = 'start'
  const unhandled = (error: unknown): void =>
    void result.breaches.push(`unhandled at ${current}: ${told(error)}`)
  process.on('unhandledRejection', unhandled)
  process.on('uncaughtException', unhandled)
  const targets = {
    service: serviceAnswers(random),
    documents: documents(random),
    calls: studio.call,
    media: studio.media,
  }
  try {
    for (let n = 0; n < count; n++) {
      const name = targetOf(random.next())
      current = `${name} ${n}`
      result.byTarget[name] = (result.byTarget[name] ?? 0) + 1
      await one(current, targets[name], result)
      const { heapUsed } = process.memoryUsage()
      result.heapMiB = Math.max(result.heapMiB, Math.round(heapUsed / 2 ** 20))
      if (heapUsed > MOST_HEAP_BYTES) result.breaches.push(`memory at ${current}: ${heapUsed} bytes`)
    }
    result.breaches.push(...studio.errors.map((error) => `logged: ${error}`))
  } finally {
    await studio.close()
    process.off('unhandledRejection', unhandled)
    process.off('uncaughtException', unhandled)
  }
  result.routes = studio.answered.size
  result.breaches.push(...wrongFiles(studio.root))
  rmSync(studio.root, { recursive: true, force: true })
  return result
}

type Target = 'service' | 'documents' | 'calls' | 'media'

const targetOf = (share: number): Target =>
  share < 0.5 ? 'service' : share < 0.75 ? 'documents' : share < 0.93 ? 'calls' : 'media'

async function one(name: string, run: () => Promise<unknown>, result: FuzzResult): Promise<void> {
  const before = process.cpuUsage()
  try {
    const answer = JSON.stringify(await run()) ?? ''
    if (leaks(answer)) result.breaches.push(`key answered at ${name}`)
    if (answer.includes(SECRET)) result.breaches.push(`outside file answered at ${name}`)
  } catch (error) {
    result.breaches.push(`${name}: ${told(error)}`)
  }
  const { user, system } = process.cpuUsage(before)
  const ms = Math.round((user + system) / 1000)
  result.slowestMs = Math.max(result.slowestMs, ms)
  if (ms > LONGEST_CPU_MS) result.breaches.push(`${name}: ${ms} ms of processor time`)
}

const told = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error)

const leaks = (text: string): boolean => text.includes(KEY) || text.includes(JSON.stringify(KEY).slice(1, -1))

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
