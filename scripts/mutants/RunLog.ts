import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { readJson } from '../test/readJson.ts'
import { testFileSchema, type TestFile, type Mutant } from './messages.ts'

/** What decides the results: the production code and its tests. */
const SOURCES = 'src-{main,preload}/**/*.ts'

const verdictSchema = z.object({ key: z.string(), killer: z.string().nullable(), tests: z.int() })
type Verdict = z.infer<typeof verdictSchema>

/** The results so far, stored in the temporary folder until the run is complete. */
export class RunLog {
  readonly #path: string
  readonly #verdicts = new Map<string, Verdict>()

  /** Finds the results of an interrupted run with the same name and sources. */
  constructor(project: string, run: string) {
    const hash = createHash('sha256').update(run)
    for (const file of globSync(SOURCES, { cwd: project }).toSorted())
      hash.update(`${file}\0`).update(readFileSync(join(project, file)))
    this.#path = join(tmpdir(), `easel-mutants-${hash.digest('hex').slice(0, 16)}`)
    mkdirSync(this.#path, { recursive: true })
    if (!existsSync(this.#verdictFile)) return
    for (const line of readFileSync(this.#verdictFile, 'utf8').split('\n').filter(Boolean)) {
      const verdict = verdictSchema.parse(JSON.parse(line))
      this.#verdicts.set(verdict.key, verdict)
    }
  }

  get #verdictFile(): string {
    return join(this.#path, 'verdicts.jsonl')
  }

  /** The stored test files, or the result of `find`. */
  async tests(find: () => Promise<TestFile[]>): Promise<TestFile[]> {
    const path = join(this.#path, 'tests.json')
    if (existsSync(path)) return readJson(path, z.array(testFileSchema))
    const found = await find()
    writeFileSync(path, JSON.stringify(found))
    return found
  }

  has(mutant: Mutant): boolean {
    return this.#verdicts.has(JSON.stringify(mutant))
  }

  find(mutant: Mutant): Verdict | undefined {
    return this.#verdicts.get(JSON.stringify(mutant))
  }

  add(mutant: Mutant, killer: string | null, tests: number): void {
    const verdict = { key: JSON.stringify(mutant), killer, tests }
    this.#verdicts.set(verdict.key, verdict)
    appendFileSync(this.#verdictFile, `${JSON.stringify(verdict)}\n`)
  }

  remove(): void {
    rmSync(this.#path, { recursive: true, force: true })
  }
}
