import { spawn, type ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'
import { chromium, type Page } from '@playwright/test'
import { z } from 'zod'
import { killOnExit, waitForExit } from '../../../e2e/fixtures/children.ts'
import { findOrDownloadElectron } from '../../test/findElectron.ts'
import { BenchHook } from './BenchHook.ts'
import { sendCommand, type Command } from './sendCommand.ts'
import { chromiumRole, processTree, readPss } from './processes.ts'

const ADDRESS_LINE = /^DevTools listening on (ws:\S+)$/
const isRoot = process.platform === 'linux' && process.getuid?.() === 0
const targetsSchema = z.array(z.object({ type: z.string(), webSocketDebuggerUrl: z.string() }))

/**
 * An Electron app with one window, whose memory is measured. Playwright is connected only while `use` runs, because
 * its recording of the network takes up to 100 MB in each renderer.
 */
export class ElectronWindow {
  readonly #child: ChildProcess
  readonly #address: string
  readonly #hook: BenchHook

  private constructor(child: ChildProcess, address: string, hook: BenchHook) {
    this.#child = child
    this.#address = address
    this.#hook = hook
  }

  /** Starts an app with these arguments; its folder is the first. */
  static async start(args: readonly string[], env: NodeJS.ProcessEnv): Promise<ElectronWindow> {
    const electron = await findOrDownloadElectron(console.error)
    if (!electron) throw new Error('The Electron runtime is not installed')
    const hook = new BenchHook()
    const switches = ['--remote-debugging-port=0', ...(isRoot ? ['--no-sandbox'] : [])]
    const child = killOnExit(
      spawn(electron, [...switches, ...args], {
        env: { ...env, ...hook.env },
        stdio: ['ignore', 'ignore', 'pipe'],
      }),
    )
    const address = await new Promise<string>((resolve, reject) => {
      createInterface(child.stderr).on('line', (line) => {
        const found = ADDRESS_LINE.exec(line)?.[1]
        if (found) resolve(found)
      })
      child.once('exit', (code) => reject(new Error(`Electron ended (${code})`)))
    })
    return new ElectronWindow(child, address, hook)
  }

  get processId(): number {
    return this.#child.pid ?? 0
  }

  /** Connects to the window while `use` runs. */
  async use(use: (page: Page) => Promise<unknown>): Promise<void> {
    const connection = await chromium.connectOverCDP(this.#address, { noDefaults: true })
    try {
      const [context] = connection.contexts()
      const page = context?.pages()[0] ?? (await context?.waitForEvent('page'))
      if (!page) throw new Error('The app has no window')
      await use(page)
    } finally {
      await connection.close()
    }
  }

  /** Collects the garbage of all threads and of the page. */
  async collectGarbage(): Promise<void> {
    await this.#hook.collectGarbage()
    await this.#sendToPage({ method: 'HeapProfiler.collectGarbage' })
  }

  /** Tells the page that memory runs short, so that Chromium frees what it keeps beyond what is shown. */
  simulateLowMemory(): Promise<void> {
    return this.#sendToPage({
      method: 'Memory.simulatePressureNotification',
      params: { level: 'critical' },
    })
  }

  /** Proportional set size of all processes in bytes, by role. */
  readMemory(): ReadonlyMap<string, number> {
    return readPss(processTree(this.processId), chromiumRole)
  }

  async #sendToPage(command: Command): Promise<void> {
    const response = await fetch(new URL('/json', this.#address.replace('ws:', 'http:')))
    const pages = targetsSchema.parse(await response.json()).filter(({ type }) => type === 'page')
    for (const { webSocketDebuggerUrl } of pages) await sendCommand(webSocketDebuggerUrl, command)
  }

  async close(): Promise<void> {
    this.#child.kill('SIGTERM')
    await waitForExit(this.#child)
    this.#hook.close()
  }
}
