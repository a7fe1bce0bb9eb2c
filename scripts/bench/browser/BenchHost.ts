import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { text } from 'node:stream/consumers'
import type { BrowserContext, Page } from '@playwright/test'
import { z } from 'zod'
import { BrowserStudio } from '../../../e2e/fixtures/BrowserStudio.ts'
import { projectFolder } from '../../test/projectFolder.ts'
import { processTree, readCpuMs } from './processes.ts'

const hook = join(projectFolder, 'scripts', 'bench', 'browser', 'hostHook.cjs')
const reportSchema = z.object({ statements: z.int() })
/** The host counts as idle after using less than this share of a core for `IDLE_MS`. */
const IDLE_SHARE = 0.1
const IDLE_MS = 2000
const MAX_WAIT_MS = 300_000

interface HostOptions {
  dataFolder: string
  env: NodeJS.ProcessEnv
}

/** The browser host on a data folder of its own, with a hook that counts statements and collects garbage. */
export class BenchHost {
  readonly #studio: BrowserStudio
  readonly #socket = join(tmpdir(), `easel-bench-${crypto.randomUUID()}.sock`)

  constructor({ dataFolder, env }: HostOptions, context: BrowserContext) {
    const hookEnv = { EASEL_BENCH_SOCKET: this.#socket, NODE_OPTIONS: `--require=${hook}` }
    this.#studio = new BrowserStudio({ dataFolder, env: { ...env, ...hookEnv }, pageErrors: [] }, context)
  }

  /** Starts the host and opens it in a new tab. */
  open(): Promise<Page> {
    return this.#studio.open()
  }

  /** The ids of the host's processes. */
  processIds(): number[] {
    return processTree(this.#studio.processId)
  }

  /** SQL statements that all threads of the host have run. */
  async countStatements(): Promise<number> {
    return (await this.#ask('/statements')).statements
  }

  /** Collects garbage in all threads of the host. */
  async collectGarbage(): Promise<void> {
    await this.#ask('/garbage')
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

  close(): Promise<void> {
    return this.#studio.close()
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
