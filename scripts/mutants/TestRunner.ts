import { fork, type ChildProcess } from 'node:child_process'
import { rmSync, cpSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  replySchema,
  type Reply,
  type Insertion,
  type Request,
  type TestFile,
  type Mutant,
} from './messages.ts'
import { projectFolder } from '../test/projectFolder.ts'

const SCRIPT = fileURLToPath(new URL('runTests.ts', import.meta.url))
/** Vitest's own overhead per run. */
const OVERHEAD_MS = 30_000

/** A process with its own copy of the sources, in which it runs tests against a mutant. */
export class TestRunner {
  #folder = copySources()
  #child: ChildProcess | null = null
  #tests: readonly string[] = []

  /** Folder of its copy. */
  get folder(): string {
    return this.#folder
  }

  /** The studio's test files, without those that take too long to run for each mutant. */
  async tests(): Promise<readonly string[]> {
    this.#child ??= await this.#start()
    return this.#tests
  }

  /** The duration of each test file and the functions it calls; files that fail are left out. */
  async mapFunctions(tests: readonly string[], insertions: Record<string, Insertion[]>): Promise<TestFile[]> {
    const reply = await this.#send({ kind: 'map', insertions, tests: [...tests] }, Infinity)
    if (reply?.kind !== 'map') throw new Error('The tests could not be run without a mutant')
    return reply.tests
  }

  /** What detected the mutant: a failed test file, or a timeout after three times the usual duration and an overhead. */
  async findKiller(mutant: Mutant, tests: readonly TestFile[]): Promise<string | null> {
    const usual = tests.reduce((sum, { ms }) => sum + ms, 0)
    const names = tests.map(({ test }) => test)
    const reply = await this.#send({ kind: 'run', mutant, tests: names }, 3 * usual + OVERHEAD_MS)
    if (reply === null) return 'a timeout, or the end of the process'
    return reply.kind === 'run' ? reply.failed : null
  }

  close(): void {
    this.#kill()
    rmSync(this.#folder, { recursive: true, force: true })
  }

  /** The response; null after a timeout or if the process exited. */
  async #send(request: Request, withinMs: number): Promise<Reply | null> {
    const child = this.#child ?? (await this.#start())
    this.#child = child
    const reply = new Promise<Reply | null>((resolve) => {
      const timer = Number.isFinite(withinMs) ? setTimeout(() => resolve(null), withinMs) : undefined
      const finish = (value: Reply | null): void => {
        clearTimeout(timer)
        resolve(value)
      }
      child.once('message', (message) => finish(replySchema.parse(message)))
      child.once('exit', () => finish(null))
    })
    child.send(request)
    const received = await reply
    child.removeAllListeners()
    if (received === null) {
      // The copy may still contain the mutant.
      this.close()
      this.#folder = copySources()
    }
    return received
  }

  async #start(): Promise<ChildProcess> {
    // Its own process group, so that child processes of the tests are killed with it.
    const child = fork(SCRIPT, [this.#folder], {
      detached: true,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    await new Promise((resolve, reject) => {
      child.once('message', (message) => {
        const reply = replySchema.parse(message)
        if (reply.kind === 'ready') this.#tests = reply.tests
        resolve(reply)
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

const PARTS = ['src-main', 'src-preload', 'scripts', 'package.json']

/** Copies the studio and its tests to a temporary folder and links the packages. */
function copySources(): string {
  const folder = mkdtempSync(join(tmpdir(), 'easel-mutants-'))
  for (const part of PARTS) cpSync(join(projectFolder, part), join(folder, part), { recursive: true })
  symlinkSync(join(projectFolder, 'node_modules'), join(folder, 'node_modules'), 'junction')
  const config = readFileSync(join(projectFolder, 'tsconfig.json'), 'utf8')
    .replace(/"noUnused(Locals|Parameters)": true/g, '"noUnused$1": false')
    .replace(/"include": .*/, '"include": ["src-main", "src-preload"]')
  writeFileSync(join(folder, 'tsconfig.json'), config)
  return folder
}
