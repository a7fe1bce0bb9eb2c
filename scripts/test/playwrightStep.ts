import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { readJson } from './readJson.ts'
import type { Session } from './session.ts'
import { selectSlowest, type StepResult } from './StepResult.ts'
import { runCommand } from './runCommand.ts'
import { findTool } from './findTool.ts'

const specSchema = z.object({
  title: z.string(),
  file: z.string(),
  ok: z.boolean(),
  tests: z.array(
    z.object({
      results: z.array(
        z.object({
          /** In milliseconds. */
          duration: z.number(),
          errors: z.array(z.object({ message: z.string().optional() })),
        }),
      ),
    }),
  ),
})
interface Suite {
  specs: z.infer<typeof specSchema>[]
  suites?: Suite[] | undefined
}
const suiteSchema: z.ZodType<Suite> = z.lazy(() =>
  z.object({ specs: z.array(specSchema), suites: z.array(suiteSchema).optional() }),
)
const reportSchema = z.object({
  stats: z.object({ expected: z.int(), unexpected: z.int(), skipped: z.int() }),
  suites: z.array(suiteSchema),
})

const flattenSpecs = ({ specs, suites = [] }: Suite): Suite['specs'] => [
  ...specs,
  ...suites.flatMap(flattenSpecs),
]

/** Runs the e2e suite against one host and counts its tests. */
export const playwrightStep = async (
  project: string,
  session: Session,
  env: NodeJS.ProcessEnv,
): Promise<StepResult> => {
  const folder = mkdtempSync(join(tmpdir(), 'easel-playwright-'))
  const file = join(folder, 'report.json')
  const args = [
    findTool('@playwright/test', 'playwright'),
    'test',
    `--project=${project}`,
    '--reporter=list,json',
  ]
  const wrapped = session.wrap(process.execPath, args, { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: file })
  const { code, output, seconds } = await runCommand(wrapped.command, wrapped.args, { env: wrapped.env })
  let report: z.infer<typeof reportSchema> = { stats: { expected: 0, unexpected: 0, skipped: 0 }, suites: [] }
  try {
    report = readJson(file, reportSchema)
  } catch {
    // Without a report, the run itself failed; its exit code is checked below.
  }
  rmSync(folder, { recursive: true, force: true })
  const { expected, unexpected, skipped } = report.stats
  const specs = report.suites.flatMap(flattenSpecs)
  const slowest = selectSlowest(
    specs.map(({ file: spec, title, tests }) => ({
      name: `${spec}: ${title}`,
      seconds:
        tests.flatMap(({ results }) => results).reduce((sum, { duration }) => sum + duration, 0) / 1000,
    })),
  )
  const failures = specs
    .filter(({ ok }) => !ok)
    .map(({ file: spec, title, tests }) => ({
      name: `${spec}: ${title}`,
      message: tests.flatMap(({ results }) => results).flatMap(({ errors }) => errors)[0]?.message ?? '',
    }))
  const failed = unexpected === 0 && code !== 0 ? 1 : unexpected
  return { name: `e2e ${project}`, passed: expected, failed, skipped, seconds, slowest, output, failures }
}

/** Counts the e2e tests of a project, to report how many are skipped. */
export const countTests = async (project: string): Promise<number> => {
  const args = [findTool('@playwright/test', 'playwright'), 'test', `--project=${project}`, '--list']
  const { output } = await runCommand(process.execPath, args)
  return Number(/Total: (\d+) tests?/.exec(output)?.[1] ?? 1)
}
