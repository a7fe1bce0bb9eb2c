import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectFolder } from '../test/projectFolder.ts'
import type { TestFile, Mutant } from './messages.ts'
import { RunLog } from './RunLog.ts'
import { TestRunner } from './TestRunner.ts'
import { productionFiles, sampleMutants } from './sample.ts'

export interface MutantsOptions {
  count: number
  seed: number
  /** Pattern of the files to mutate, relative to the project's folder. */
  files: string
  workers: number
  print: (line: string) => void
}

export interface MutantsResult {
  mutants: number
  killed: number
  /** One line each: location, change, and whether any test ran it. */
  survivors: string[]
}

/** Test files that take longer are left out, because a faster test should detect every mutant. */
const MAX_MS = 60_000
/** Tests run in waves, fastest first, to detect most mutants quickly. The duration of each wave in ms. */
const WAVES_MS = [2_000, 10_000, Infinity] as const

/** Selects mutants at random and runs, for each, the tests that call the changed function until one fails. */
export async function mutants(options: MutantsOptions): Promise<MutantsResult> {
  const { count, seed, workers, print } = options
  const files = productionFiles(options.files)
  if (files.length === 0) throw new Error(`No production file matches ${options.files}`)
  const runners = Array.from({ length: workers }, () => new TestRunner())
  const stop = (): never => {
    for (const runner of runners) runner.close()
    process.exit(1)
  }
  // A mutated loop may never end, so its process is killed with this one.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, stop)
  try {
    const [first] = runners
    if (!first) throw new Error('There is no worker')
    const sampled = sampleMutants(files, count, seed, first.folder)
    print(`${sampled.mutants.length} mutants of ${files.length} files; running the tests without any…`)
    const log = new RunLog(projectFolder, `${options.files} ${seed} ${count}`)
    const map = async (): Promise<TestFile[]> => {
      const all = await first.tests()
      const parts = runners.map((runner, part) =>
        runner.mapFunctions(
          all.filter((_test, n) => n % workers === part),
          sampled.insertions,
        ),
      )
      return (await Promise.all(parts)).flat()
    }
    const tests = (await log.tests(map)).filter(({ ms }) => ms <= MAX_MS)
    const waiting = [...sampled.mutants.entries()]
    const work = async (runner: TestRunner): Promise<void> => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const [n, mutant] = next
        if (log.has(mutant)) continue
        const related = relatedTests(mutant, tests)
        let killer: string | null = null
        for (const wave of splitIntoWaves(related)) killer ??= await runner.findKiller(mutant, wave)
        log.add(mutant, killer, related.length)
        print(
          `${n + 1}/${sampled.mutants.length} ${killer === null ? 'SURVIVED' : 'killed'} ${describeMutant(mutant)}`,
        )
      }
    }
    await Promise.all(runners.map(work))
    const verdicts = sampled.mutants.map((mutant) => ({ mutant, verdict: log.find(mutant) }))
    const survivors = verdicts.filter(({ verdict }) => verdict?.killer === null)
    log.remove()
    return {
      mutants: verdicts.length,
      killed: verdicts.length - survivors.length,
      survivors: survivors.map(
        ({ mutant, verdict }) =>
          `${describeMutant(mutant)}${verdict?.tests === 0 ? ' (no test runs it)' : ''}`,
      ),
    }
  } finally {
    for (const runner of runners) runner.close()
  }
}

/** Tests that call the changed function, or any function of the file for a change outside functions; fastest first. */
function relatedTests({ file, within }: Mutant, tests: readonly TestFile[]): TestFile[] {
  const isCalled = (location: string): boolean =>
    within === -1 ? location.startsWith(`${file}:`) : location === `${file}:${within}`
  const isNamed = ({ test }: TestFile): boolean =>
    test.replace(/(\.integration)?\.test\.ts$/, '') === file.replace(/\.ts$/, '')
  return tests
    .filter(({ reached }) => reached.some(isCalled))
    .toSorted((a, b) => Number(isNamed(b)) - Number(isNamed(a)) || a.ms - b.ms)
}

function splitIntoWaves(tests: readonly TestFile[]): TestFile[][] {
  const waves: TestFile[][] = []
  let at = 0
  for (const limit of WAVES_MS) {
    const wave: TestFile[] = []
    for (let sum = 0; at < tests.length && sum < limit; at++) {
      const test = tests[at]
      if (!test) break
      wave.push(test)
      sum += test.ms
    }
    if (wave.length > 0) waves.push(wave)
  }
  return waves
}

/** One line: `file:line kind: original → replacement`. */
function describeMutant(mutant: Mutant): string {
  const text = readFileSync(join(projectFolder, mutant.file), 'utf8')
  const line = text.slice(0, mutant.start).split('\n').length
  const short = (text: string): string => text.replace(/\s+/g, ' ').trim().slice(0, 70)
  return `${mutant.file}:${line} ${mutant.kind}: ${short(text.slice(mutant.start, mutant.end))} → ${short(mutant.text)}`
}
