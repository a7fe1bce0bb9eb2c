import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Envelope } from '../../src-preload/contract/errors.ts'
import {
  type RouteInput,
  type RouteName,
  type RouteOutput,
  routes,
} from '../../src-preload/contract/routes.ts'
import { assetSchema } from '../../src-preload/contract/types/asset.ts'
import type { FromChild, Start, ToChild } from './messages.ts'

const entry = fileURLToPath(new URL('child.ts', import.meta.url))
/** The compile cache cuts the load time from source by two thirds. */
const env: NodeJS.ProcessEnv = {
  ...process.env,
  NODE_COMPILE_CACHE: join(tmpdir(), 'easel-crash-cache'),
}
delete env['EASEL_API_KEY']

interface Options {
  /** Called with every request id the studio reports. */
  onAccepted?: (job: string, requestId: string) => void
  /** A program, such as strace, with its arguments, that runs the studio. */
  wrapper?: readonly string[]
}

/** Parent-side handle of a studio child process: sends calls, receives responses, can kill it at any time. */
export class StudioChild {
  readonly #process: ChildProcess
  /** Callbacks of pending calls, by number of the call. */
  readonly #waiting = new Map<number, (envelope: Envelope<unknown> | null) => void>()
  readonly #counting = new Map<number, (jobs: number | null) => void>()
  readonly #loaded = Promise.withResolvers<void>()
  readonly #opened = Promise.withResolvers<void>()
  readonly #closed: Promise<unknown>
  #calls = 0
  #hasExited = false
  #stderr = ''

  constructor({ onAccepted = () => {}, wrapper = [] }: Options = {}) {
    const [command, ...commandArgs] = [...wrapper, process.execPath]
    this.#process = fork(entry, [], {
      execPath: command,
      execArgv: commandArgs,
      env,
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    })
    for (const { promise } of [this.#loaded, this.#opened]) promise.catch(() => {})
    this.#process.stderr?.on(
      'data',
      (part: Buffer) => (this.#stderr = (this.#stderr + part.toString()).slice(-4000)),
    )
    this.#process.on('message', (message: FromChild) => {
      if (message.kind === 'accepted') onAccepted(message.job, message.requestId)
      else this.#handleMessage(message)
    })
    // 'disconnect' is emitted after the last message that a killed process sent, and 'close' after its last output.
    this.#closed = Promise.all([once(this.#process, 'disconnect'), once(this.#process, 'close')])
      // A program that can't be started.
      .catch((error: unknown) => (this.#stderr += String(error)))
      .then(() => this.#handleExit())
  }

  /** Resolves when the child's modules are loaded; time after this is the studio's own startup time. */
  waitUntilLoaded(): Promise<void> {
    return this.#loaded.promise
  }

  start(start: Start): void {
    this.#send({ kind: 'start', start })
  }

  /** Rejects if the studio fails to open or exits first. */
  waitUntilOpened(): Promise<void> {
    return this.#opened.promise
  }

  /** Calls a studio route handler; null if the process exits before responding. */
  call<R extends RouteName>(route: R, input: RouteInput<R>): Promise<Envelope<RouteOutput<R>> | null> {
    const call = this.#calls++
    return new Promise((resolve) => {
      this.#waiting.set(call, (envelope) => resolve(envelope && this.#parse(route, envelope)))
      this.#send({ kind: 'call', call, route, input })
    })
  }

  /** Sends a file to the studio; resolves to its asset id, or null if the process exits before responding. */
  addInput(name: string, bytes: Uint8Array): Promise<string | null> {
    const call = this.#calls++
    return new Promise((resolve, reject) => {
      this.#waiting.set(call, (envelope) => {
        if (envelope === null) resolve(null)
        else if (envelope.ok) resolve(assetSchema.parse(envelope.data).id)
        else reject(new Error(`A file was rejected: ${JSON.stringify(envelope.error)}`))
      })
      this.#send({ kind: 'addInput', call, name, base64: Buffer.from(bytes).toString('base64') })
    })
  }

  /** Number of open jobs: sent, unsent and held; null if the process exits before responding. */
  countOpenJobs(): Promise<number | null> {
    const call = this.#calls++
    return new Promise((resolve) => {
      this.#counting.set(call, resolve)
      this.#send({ kind: 'countOpenJobs', call })
    })
  }

  /** SIGKILL; resolves after all messages it had sent are processed. */
  async kill(): Promise<void> {
    this.#process.kill('SIGKILL')
    await this.#closed
  }

  async close(): Promise<void> {
    this.#send({ kind: 'close' })
    await this.#closed
  }

  /** The last 4000 characters of stderr. */
  stderrText(): string {
    return this.#stderr
  }

  #send(message: ToChild): void {
    if (this.#hasExited || !this.#process.connected) return this.#dropCall(message)
    this.#process.send(message, (error) => error && this.#dropCall(message))
  }

  /** Responds with null to a call that can't reach the process. */
  #dropCall(message: ToChild): void {
    if (message.kind === 'call' || message.kind === 'addInput') this.#waiting.get(message.call)?.(null)
    if (message.kind === 'countOpenJobs') this.#counting.get(message.call)?.(null)
  }

  #parse<R extends RouteName>(route: R, envelope: Envelope<unknown>): Envelope<RouteOutput<R>> {
    if (!envelope.ok) return envelope
    const parsed: unknown = routes[route].output.parse(envelope.data)
    // TypeScript can't infer the output type from the route name; the schema has just validated the data.
    const data: RouteOutput<R> = JSON.parse(JSON.stringify(parsed ?? null))
    return { ok: true, data }
  }

  #handleMessage(message: Exclude<FromChild, { kind: 'accepted' }>): void {
    if (message.kind === 'loaded') this.#loaded.resolve()
    else if (message.kind === 'opened') this.#opened.resolve()
    else if (message.kind === 'response') this.#waiting.get(message.call)?.(message.envelope)
    else if (message.kind === 'openJobs') this.#counting.get(message.call)?.(message.jobs)
  }

  #handleExit(): void {
    this.#hasExited = true
    const error = new Error(`The studio process exited. ${this.#stderr}`)
    this.#loaded.reject(error)
    this.#opened.reject(error)
    for (const respond of this.#waiting.values()) respond(null)
    for (const count of this.#counting.values()) count(null)
  }
}
