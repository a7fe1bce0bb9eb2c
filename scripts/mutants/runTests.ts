import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { createVitest, type TestSpecification } from 'vitest/node'
import { z } from 'zod'
import { readJson } from '../test/readJson.ts'
import { requestSchema, type Reply, type Insertion, type TestFile, applyMutant } from './messages.ts'

/*
 * Runs tests in a copy of the project, given as the first argument, whenever the parent requests it; Vitest stays loaded
 * and keeps its transformed files. If a test never ends, the parent kills this process.
 */
const [folder = ''] = process.argv.slice(2)
const reachFolder = join(folder, 'reached')
/** Recording code by file, during the first run. */
let insertions: Record<string, Insertion[]> = {}

const vitest = await createVitest(
  'test',
  {
    root: folder,
    config: false,
    watch: false,
    include: ['src-main/studio/**/*.test.ts'],
    // These take too long to run for each mutant.
    exclude: ['**/createStudio.integration.test.ts', '**/batchLifecycle.integration.test.ts'],
    setupFiles: [join(folder, 'scripts/mutants/reach.ts')],
    maxWorkers: 1,
    bail: 1,
    testTimeout: 30_000,
    hookTimeout: 30_000,
    reporters: [{}],
    silent: true,
  },
  {
    plugins: [
      {
        name: 'easel-reach',
        enforce: 'pre',
        transform: (code, id) =>
          (insertions[relative(folder, id)] ?? []).reduceRight(
            (text, note) => text.slice(0, note.at) + note.text + text.slice(note.at),
            code,
          ),
      },
    ],
  },
)
const specifications = new Map<string, TestSpecification>(
  (await vitest.globTestSpecifications()).map((specification) => [
    relative(folder, specification.moduleId),
    specification,
  ]),
)

/** The first failed test file, and the duration of each in ms. */
async function run(
  tests: readonly string[],
): Promise<{ failed: string | null; durations: Map<string, number> }> {
  // Otherwise failures of the previous run would end this one.
  vitest.state.filesMap.clear()
  vitest.state.idMap.clear()
  const wanted = tests.flatMap((test) => specifications.get(test) ?? [])
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(wanted)
  const failed = testModules.find((module) => module.state() === 'failed')
  const durations = new Map(
    testModules.map((module) => [relative(folder, module.moduleId), module.diagnostic().duration]),
  )
  const name = failed
    ? relative(folder, failed.moduleId)
    : unhandledErrors.length > 0
      ? (tests[0] ?? '')
      : null
  return { failed: name, durations }
}

/** Each test file with its duration and the functions it calls; files that fail are left out. */
async function map(tests: readonly string[]): Promise<TestFile[]> {
  process.env['EASEL_REACH_FOLDER'] = reachFolder
  mkdirSync(reachFolder)
  const durations = new Map<string, number>()
  for (const test of tests) {
    const result = await run([test])
    const ms = result.durations.get(test)
    if (result.failed === null && ms !== undefined) durations.set(test, ms)
    else console.error(`left out, since it fails without a mutant: ${test}`)
  }
  const files = readdirSync(reachFolder).map((name) => readJson(join(reachFolder, name), reachedSchema))
  rmSync(reachFolder, { recursive: true })
  delete process.env['EASEL_REACH_FOLDER']
  return files.flatMap(({ test, reached }) => {
    const name = relative(folder, test)
    const ms = durations.get(name)
    return ms === undefined ? [] : [{ test: name, ms, reached }]
  })
}

const reachedSchema = z.object({ test: z.string(), reached: z.array(z.string()) })

const reply = (message: Reply): void => void process.send?.(message)

process.on('disconnect', () => process.exit(0))
process.on('message', (message) => {
  const request = requestSchema.parse(message)
  const work = async (): Promise<void> => {
    if (request.kind === 'map') {
      insertions = request.insertions
      reply({ kind: 'map', tests: await map(request.tests) })
      insertions = {}
      for (const file of Object.keys(request.insertions)) vitest.invalidateFile(join(folder, file))
      return
    }
    const path = join(folder, request.mutant.file)
    const text = readFileSync(path, 'utf8')
    writeFileSync(path, applyMutant(text, request.mutant))
    vitest.invalidateFile(path)
    const { failed } = await run(request.tests)
    writeFileSync(path, text)
    vitest.invalidateFile(path)
    reply({ kind: 'run', failed })
  }
  work().catch((error: unknown) => {
    console.error(error)
    process.exit(1)
  })
})
reply({ kind: 'ready', tests: [...specifications.keys()].toSorted() })
