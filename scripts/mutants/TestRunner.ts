import { fork, type ChildProcess } from 'node:child_process'
import { rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { copyTree } from './copyTree.ts'
import { answerSchema, type Answer, type Insertion, type Request, type TestFile } from './messages.ts'
import type { Mutant } from './Mutant.ts'

const SCRIPT = fileURLToPath(new URL('runTests.ts', import.meta.url))
/** Vitest's own overhead per run, ms. */
const OVERHEAD_MS = 30_000

/** A process with its own copy of the sources, in which it runs tests against a mutant. */
export class TestRunner {
  #folder = copyTree()
  #child: ChildProcess | null = null
  #tests: readonly string[] = []

  /** Folder of its copy. */
  get folder(): string {
    return this.#folder
  }

  /** All test files. */
  async tests(): Promise<readonly string[]> {
    this.#child ??= await this.#start()
    return this.#tests
  }

  /** The duration of each test file and the functions it calls; files that fail are left out. */
  async map(tests: readonly string[], insertions: Record<string, Insertion[]>): Promise<TestFile[]> {
    const answer = await this.#ask({ kind: 'map', insertions, tests: [...tests] }, Infinity)
    if (answer?.kind !== 'map') throw new Error('The tests could not be run without a mutant')
    return answer.tests
  }

  /** What detected the mutant: a failed test file, or a timeout after three times the usual duration. */
  async killerOf(mutant: Mutant, tests: readonly TestFile[]): Promise<string | null> {
    const usual = tests.reduce((sum, { ms }) => sum + ms, 0)
    const names = tests.map(({ test }) => test)
    const answer = await this.#ask({ kind: 'run', mutant, tests: names }, 3 * usual + OVERHEAD_MS)
    if (answer === null) return 'does not end'
    return answer.kind === 'run' ? answer.failed : null
  }

  close(): void {
    this.#kill()
    rmSync(this.#folder, { recursive: true, force: true })
  }

  /** The response; null after a timeout or if the process exited. */
  async #ask(request: Request, withinMs: number): Promise<Answer | null> {
    const child = this.#child ?? (await this.#start())
    this.#child = child
    const answer = new Promise<Answer | null>((resolve) => {
      const timer = Number.isFinite(withinMs) ? setTimeout(() => resolve(null), withinMs) : undefined
      const finish = (value: Answer | null): void => {
        clearTimeout(timer)
        resolve(value)
      }
      child.once('message', (message) => finish(answerSchema.parse(message)))
      child.once('exit', () => finish(null))
    })
    child.send(request)
    const got = await answer
    child.removeAllListeners()
    if (got === null) {
      this.close()
      this.#folder = copyTree()
    }
    return got
  }

  async #start(): Promise<ChildProcess> {
    // Its own process group, so that child processes of the tests are killed with it.
    const child = fork(SCRIPT, [this.#folder], {
      detached: true,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    await new Promise((resolve, reject) => {
      child.once('message', (message) => {
        const answer = answerSchema.parse(message)
        if (answer.kind === 'ready') this.#tests = answer.tests
        resolve(answer)
      })
      child.once('exit', (code) => reject(new Error(`Vitest could not be started (${code})`)))
    })
    child.removeAllListeners()
    return child
  }

  #kill(): void {
    const pid = this.#child?.pid
    this.#child = null
    if (pid === undefined) return
    try {
      process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL')
    } catch {
      // It has already exited.
    }
  }
}
