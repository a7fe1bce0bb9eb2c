import { rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { z } from 'zod'
import { projectFolder } from '../../test/projectFolder.ts'

const hook = join(projectFolder, 'scripts', 'bench', 'browser', 'hostHook.cjs')
const reportSchema = z.object({ statements: z.int() })

/** Makes a host load `hostHook.cjs` into each of its threads, and sends requests to it. */
export class BenchHook {
  readonly #socket = join(tmpdir(), `easel-bench-${crypto.randomUUID()}.sock`)
  /** Environment variables of the host. */
  readonly env = { EASEL_BENCH_SOCKET: this.#socket, NODE_OPTIONS: `--require=${hook}` }

  constructor() {
    // Also if the benchmark fails, or its host was killed and left the socket.
    process.once('exit', () => this.close())
  }

  /** Removes the socket. Call it when the host has ended. */
  close(): void {
    rmSync(this.#socket, { force: true })
  }

  /** SQL statements that all threads of the host have run. */
  async countStatements(): Promise<number> {
    return (await this.#request('/statements')).statements
  }

  /** Collects garbage in all threads of the host. */
  async collectGarbage(): Promise<void> {
    await this.#request('/garbage')
  }

  async #request(path: string): Promise<z.infer<typeof reportSchema>> {
    const body = await new Promise<string>((resolve, reject) => {
      request({ socketPath: this.#socket, path }, (response) => void text(response).then(resolve, reject))
        .on('error', reject)
        .end()
    })
    return reportSchema.parse(JSON.parse(body))
  }
}
