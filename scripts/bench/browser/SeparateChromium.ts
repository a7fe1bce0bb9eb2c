import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { chromium, type Browser } from '@playwright/test'
import { WebSocket } from 'ws'
import { z } from 'zod'
import { killOnExit, waitForExit } from '../../../e2e/fixtures/children.ts'
import { findChromium } from '../../test/findChromium.ts'

const ADDRESS_LINE = /^DevTools listening on (ws:\S+)$/
const isRoot = process.platform === 'linux' && process.getuid?.() === 0
const targetsSchema = z.array(z.object({ type: z.string(), webSocketDebuggerUrl: z.string() }))

/**
 * The system's Chromium without a window, with a profile on disk. Unlike a browser that Playwright launches, it goes on while no test is
 * connected, whose recording of the network takes up to 100 MB in each renderer.
 */
export class SeparateChromium {
  readonly #child: ChildProcess
  readonly #profile: string
  readonly #address: string

  private constructor(child: ChildProcess, profile: string, address: string) {
    this.#child = child
    this.#profile = profile
    this.#address = address
  }

  static async start(): Promise<SeparateChromium> {
    const program = findChromium()
    if (!program) throw new Error('Chromium is not installed')
    const profile = mkdtempSync(join(tmpdir(), 'easel-chromium-'))
    const args = [
      '--headless',
      '--remote-debugging-port=0',
      `--user-data-dir=${profile}`,
      '--window-size=1280,800',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      ...(isRoot ? ['--no-sandbox'] : []),
      'about:blank',
    ]
    const child = killOnExit(spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'] }))
    const address = await new Promise<string>((resolve, reject) => {
      createInterface(child.stderr).on('line', (line) => {
        const found = ADDRESS_LINE.exec(line)?.[1]
        if (found) resolve(found)
      })
      child.once('exit', (code) => reject(new Error(`Chromium ended (${code})`)))
    })
    return new SeparateChromium(child, profile, address)
  }

  get processId(): number {
    return this.#child.pid ?? 0
  }

  /** Connects a test; `close` of the browser that this returns ends the connection only. */
  connect(): Promise<Browser> {
    return chromium.connectOverCDP(this.#address)
  }

  /** Collects the garbage of all pages. With `images`, also frees what Chromium frees when memory runs short, such as decoded images. */
  async collectGarbage({ images }: { images: boolean }): Promise<void> {
    const response = await fetch(new URL('/json', this.#address.replace('ws:', 'http:')))
    const pages = targetsSchema.parse(await response.json()).filter(({ type }) => type === 'page')
    for (const { webSocketDebuggerUrl } of pages) {
      await send(webSocketDebuggerUrl, { method: 'HeapProfiler.collectGarbage' })
      if (images)
        await send(webSocketDebuggerUrl, {
          method: 'Memory.simulatePressureNotification',
          params: { level: 'critical' },
        })
    }
  }

  async close(): Promise<void> {
    const connection = await this.connect()
    const session = await connection.newBrowserCDPSession()
    // The program may be a script that starts the browser, which would go on without it.
    await session.send('Browser.close').catch(() => {})
    await waitForExit(this.#child)
    rmSync(this.#profile, { recursive: true, force: true })
  }
}

/** Sends one command of the DevTools protocol and waits for its response. */
async function send(address: string, command: { method: string; params?: object }): Promise<void> {
  const socket = new WebSocket(address)
  await once(socket, 'open')
  const responded = once(socket, 'message')
  socket.send(JSON.stringify({ id: 1, ...command }))
  await responded
  socket.close()
}
