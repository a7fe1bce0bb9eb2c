import { fork, type ChildProcess } from 'node:child_process'
import { rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { copyTree } from './copyTree.ts'
import { answerSchema, type Answer, type Note, type Request, type TestFile } from './messages.ts'
import type { Mutant } from './Mutant.ts'

const SCRIPT = fileURLToPath(new URL('runTests.ts', import.meta.url))
/** What Vitest itself needs for a run of any length, ms. */
const OVERHEAD_MS = 30_000

/** A process with a copy of the sources of its own, in which it runs tests with a mutant in place. */
export class TestRunner {
  #folder = copyTree()
  #child: ChildProcess | null = null
  #tests: readonly string[] = []

  /** Where its copy is. */
  get folder(): string {
    return this.#folder
  }

  /** All test files there are. */
  async tests(): Promise<readonly string[]> {
    this.#child ??= await this.#start()
    return this.#tests
  }

  /** These test files, each with how long it takes and what it calls; files that fail are left out. */
  async map(tests: readonly string[], notes: Record<string, Note[]>): Promise<TestFile[]> {
    const answer = await this.#ask({ kind: 'map', notes, tests: [...tests] }, Infinity)
    if (answer?.kind !== 'map') throw new Error('The tests could not be run without a mutant')
    return answer.tests
  }

  /** What noticed the mutant: a test file, or that the tests took three times as long as without it. */
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

  /** The answer; null when it did not come in time or the process ended. */
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
    // A group of its own, so that the tests' processes end with it.
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
      // It has ended already.
    }
  }
}
