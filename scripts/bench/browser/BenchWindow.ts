import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { chromium, type Browser, type BrowserContext, type Page } from '@playwright/test'
import { BrowserStudio } from '../../../e2e/fixtures/BrowserStudio.ts'
import type { RouteName } from '../../../src-preload/contract/routes.ts'
import type { CallMessage, HostMessage } from '../../../src-preload/SocketMessage.ts'
import { findChromium } from '../../test/findChromium.ts'
import { BenchHook } from './BenchHook.ts'
import { waitUntilProcessIsIdle } from './processes.ts'

const isRoot = process.platform === 'linux' && process.getuid?.() === 0

interface WindowOptions {
  dataFolder: string
  env: NodeJS.ProcessEnv
  /** Called before the page's first load. */
  prepare?: (context: BrowserContext) => Promise<unknown>
}

/** Starts the system's Chromium headless. @throws Error if it isn't installed. */
export async function launchChromium(): Promise<Browser> {
  const executablePath = findChromium()
  if (!executablePath) throw new Error('Chromium is not installed')
  return chromium.launch({ executablePath, args: isRoot ? ['--no-sandbox'] : [] })
}

/** Easel in the browser host, shown in a tab of a browser. */
export class BenchWindow {
  readonly page: Page
  readonly #studio: BrowserStudio
  readonly #hook: BenchHook
  readonly #context: BrowserContext

  private constructor(page: Page, studio: BrowserStudio, hook: BenchHook, context: BrowserContext) {
    this.page = page
    this.#studio = studio
    this.#hook = hook
    this.#context = context
  }

  /** Starts a host and opens it in a new tab. The gallery shows all results, whatever filter was used last. */
  static async open(browser: Browser, { dataFolder, env, prepare }: WindowOptions): Promise<BenchWindow> {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
    await prepare?.(context)
    forgetGalleryView(dataFolder)
    const hook = new BenchHook()
    const studio = new BrowserStudio({ dataFolder, env: { ...env, ...hook.env }, pageErrors: [] }, context)
    return new BenchWindow(await studio.open(), studio, hook, context)
  }

  /** Number of SQL statements run by all threads of the host. */
  countStatements(): Promise<number> {
    return this.#hook.countStatements()
  }

  /** Makes a call as the window does, over a connection of its own. */
  call(route: RouteName, input: unknown): Promise<void> {
    return this.page.evaluate(callHost, { id: 1, route, input } satisfies CallMessage)
  }

  /** Waits until the host has finished its background work after the start. */
  waitUntilIdle(): Promise<void> {
    return waitUntilProcessIsIdle(this.#studio.processId)
  }

  async close(): Promise<void> {
    await this.#studio.close()
    this.#hook.close()
    await this.#context.close()
  }
}

/** Removes the saved filter, order and layout of the gallery. */
function forgetGalleryView(dataFolder: string): void {
  const file = join(dataFolder, 'easel.db')
  if (!existsSync(file)) return
  const library = new DatabaseSync(file)
  try {
    library.exec("DELETE FROM settings WHERE name = 'gallery'")
  } finally {
    library.close()
  }
}

/** Runs in the page. */
function callHost(message: CallMessage): Promise<void> {
  const socket = new WebSocket(`ws://${location.host}/bridge`)
  socket.addEventListener('open', () => socket.send(JSON.stringify(message)))
  return new Promise((resolve, reject) => {
    socket.addEventListener('close', () => reject(new Error('The host closed the connection')))
    socket.addEventListener('message', ({ data }) => {
      const received: HostMessage = JSON.parse(String(data))
      if (!('envelope' in received)) return
      if (received.envelope.ok) resolve()
      else reject(new Error(`${message.route} failed: ${received.envelope.error.code}`))
      socket.close()
    })
  })
}
