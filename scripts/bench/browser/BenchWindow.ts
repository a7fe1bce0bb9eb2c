import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { text } from 'node:stream/consumers'
import { chromium, type Browser, type BrowserContext, type CDPSession, type Page } from '@playwright/test'
import { z } from 'zod'
import { BrowserStudio } from '../../../e2e/fixtures/BrowserStudio.ts'
import { findChromium } from '../../test/findChromium.ts'
import { projectFolder } from '../../test/projectFolder.ts'
import { chromiumRole, processTree, readCpuMs, readPss } from './processes.ts'
import { readRendererMemory, type RendererMemory } from './rendererMemory.ts'

const hook = join(projectFolder, 'scripts', 'bench', 'browser', 'hostHook.cjs')
const isRoot = process.platform === 'linux' && process.getuid?.() === 0
const reportSchema = z.object({ statements: z.int() })
/** The host counts as idle after using less than this share of a core for `IDLE_MS`. */
const IDLE_SHARE = 0.1
const IDLE_MS = 2000
const MAX_WAIT_MS = 300_000

interface WindowOptions {
  dataFolder: string
  env: NodeJS.ProcessEnv
  /** Called before the page's first load. */
  prepare?: (context: BrowserContext) => Promise<unknown>
}

/** Starts the system's Chromium without a window. @throws Error if it isn't installed. */
export async function launchChromium(): Promise<Browser> {
  const executablePath = findChromium()
  if (!executablePath) throw new Error('Chromium is not installed')
  return chromium.launch({ executablePath, args: isRoot ? ['--no-sandbox'] : [] })
}

/** Easel in the browser host, on its own data folder, in a tab of a browser. */
export class BenchWindow {
  readonly page: Page
  readonly #studio: BrowserStudio
  readonly #context: BrowserContext
  readonly #browser: Browser
  readonly #socket: string
  readonly #session: CDPSession

  private constructor(options: {
    page: Page
    studio: BrowserStudio
    context: BrowserContext
    browser: Browser
    socket: string
    session: CDPSession
  }) {
    this.page = options.page
    this.#studio = options.studio
    this.#context = options.context
    this.#browser = options.browser
    this.#socket = options.socket
    this.#session = options.session
  }

  /** Starts a host and opens it in a new tab. */
  static async open(browser: Browser, { dataFolder, env, prepare }: WindowOptions): Promise<BenchWindow> {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
    await prepare?.(context)
    const socket = join(tmpdir(), `easel-bench-${crypto.randomUUID()}.sock`)
    const hookEnv = { EASEL_BENCH_SOCKET: socket, NODE_OPTIONS: `--require=${hook}` }
    const studio = new BrowserStudio({ dataFolder, env: { ...env, ...hookEnv }, pageErrors: [] }, context)
    const page = await studio.open()
    const session = await context.newCDPSession(page)
    return new BenchWindow({ page, studio, context, browser, socket, session })
  }

  /** SQL statements that all threads of the host have run. */
  async countStatements(): Promise<number> {
    return (await this.#ask('/statements')).statements
  }

  /** Waits until the host has finished what a start leaves behind, such as checks of files; at most five minutes. */
  async waitUntilIdle(): Promise<void> {
    const startedAt = performance.now()
    let before = readCpuMs(this.#studio.processId)
    while (performance.now() - startedAt < MAX_WAIT_MS) {
      await wait(IDLE_MS)
      const now = readCpuMs(this.#studio.processId)
      if (now - before < IDLE_MS * IDLE_SHARE) return
      before = now
    }
  }

  /**
   * Proportional set size in bytes of the host's processes and of the browser's by their role, after a garbage collection in both.
   */
  async measureMemory(): Promise<ReadonlyMap<string, number>> {
    for (let round = 0; round < 2; round++) {
      await this.#ask('/garbage')
      await this.#session.send('HeapProfiler.collectGarbage')
      await wait(1000)
    }
    const host = new Set(processTree(this.#studio.processId))
    const browser = await browserProcesses(this.#browser)
    return readPss([...host, ...browser], (id) => (host.has(id) ? 'host' : chromiumRole(id)))
  }

  /** What the browser's renderers use memory for. Call it after `measureMemory`, which it would change. */
  readRendererMemory(): Promise<RendererMemory> {
    return readRendererMemory(this.#browser)
  }

  async close(): Promise<void> {
    await this.#studio.close()
    await this.#context.close()
  }

  async #ask(path: string): Promise<z.infer<typeof reportSchema>> {
    const answer = await new Promise<string>((resolve, reject) => {
      request({ socketPath: this.#socket, path }, (response) => void text(response).then(resolve, reject))
        .on('error', reject)
        .end()
    })
    return reportSchema.parse(JSON.parse(answer))
  }
}

async function browserProcesses(browser: Browser): Promise<number[]> {
  const session = await browser.newBrowserCDPSession()
  try {
    const { processInfo } = await session.send('SystemInfo.getProcessInfo')
    return processTree(processInfo.find(({ type }) => type === 'browser')?.id ?? 0)
  } finally {
    await session.detach()
  }
}
