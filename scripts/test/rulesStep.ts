import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { classesExist } from './rules/classesExist.ts'
import { commandsHandled } from './rules/commandsHandled.ts'
import { expressionsStayLinear } from './rules/expressionsStayLinear.ts'
import { modelsStayUnknown } from './rules/modelsStayUnknown.ts'
import { moduleOrder } from './rules/moduleOrder.ts'
import { oneWayFolders } from './rules/oneWayFolders.ts'
import { ownStylesLast } from './rules/ownStylesLast.ts'
import { plainTerms } from './rules/plainTerms.ts'
import { stylesKeepToScales } from './rules/stylesKeepToScales.ts'
import { textDirection } from './rules/textDirection.ts'
import type { StepResult } from './StepResult.ts'
import { projectFolder } from './projectFolder.ts'
import { readJson } from './readJson.ts'
import { sourceFiles } from './rules/sourceFiles.ts'

const DIRECTIVE =
  /(?:\/\/|\/\*)\s*(?:@ts-(?:ignore|nocheck|expect-error)|(?:eslint|oxlint)-disable|oxfmt-ignore)/

const rulesStayOn = (): string[] =>
  sourceFiles(['src-main', 'src-preload', 'src-renderer', 'scripts', 'e2e']).flatMap(({ path, text }) =>
    text
      .split('\n')
      .flatMap((line, index) => (DIRECTIVE.test(line) ? [`${path}:${index + 1}: ${line.trim()}`] : [])),
  )

const MAX_LINES = 400

const filesStaySmall = (): string[] =>
  sourceFiles(['src-main', 'src-preload', 'src-renderer', 'scripts', 'e2e'])
    .map(({ path, text }) => ({ path, lines: text.trimEnd().split('\n').length }))
    .filter(({ lines }) => lines > MAX_LINES)
    .map(({ path, lines }) => `${path}: ${lines} lines`)

const manifestSchema = z.object({ dependencies: z.record(z.string(), z.string()) })

const dependenciesExplained = (): string[] => {
  const { dependencies } = readJson(join(projectFolder, 'package.json'), manifestSchema)
  const explained = readFileSync(join(projectFolder, 'docs/decisions/dependencies.md'), 'utf8')
  return Object.keys(dependencies).filter((name) => !explained.includes(`\`${name}\``))
}

/** Each rule returns its violations, one line each. */
const rules: Record<string, () => Promise<string[]> | string[]> = {
  'No file is longer than 400 lines': filesStaySmall,
  'No regular expression takes more than linear time': expressionsStayLinear,
  'No word of the earlier vocabulary is used': plainTerms,
  'Imports between modules go down the order of docs/architecture.md': moduleOrder,
  'No two folders import each other': oneWayFolders,
  'No rule is switched off in the code': rulesStayOn,
  'Each runtime dependency is explained in docs/decisions/dependencies.md': dependenciesExplained,
  'Font sizes, spacing and radii come from the scales of src-renderer/styles/tokens.css': stylesKeepToScales,
  'Components import their own styles after those of ui': ownStylesLast,
  'Components and style sheets agree on the names of classes': classesExist,
  'Text boxes and texts of the user have the direction of their text': textDirection,
  'Each command of the keymap is handled in the window': commandsHandled,
  'No model is named in the studio, the preload or the window': modelsStayUnknown,
}

/** The project rules that no linter checks. */
export const rulesStep = async (): Promise<StepResult> => {
  const startedAt = performance.now()
  const lines: string[] = []
  let failed = 0
  for (const [rule, check] of Object.entries(rules)) {
    const found = await Promise.resolve()
      .then(check)
      .catch((error: unknown) => [error instanceof Error ? (error.stack ?? error.message) : String(error)])
    if (found.length === 0) continue
    failed += 1
    lines.push(`${rule}:`, ...found.map((line) => `  ${line}`))
  }
  const passed = Object.keys(rules).length - failed
  const seconds = (performance.now() - startedAt) / 1000
  return { name: 'project rules', passed, failed, skipped: 0, seconds, output: lines.join('\n') }
}
