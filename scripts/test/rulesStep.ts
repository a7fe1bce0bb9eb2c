import { classesExist } from './rules/classesExist.ts'
import { dependenciesExplained } from './rules/dependenciesExplained.ts'
import { expressionsStayLinear } from './rules/expressionsStayLinear.ts'
import { filesStaySmall } from './rules/filesStaySmall.ts'
import { modelsStayUnknown } from './rules/modelsStayUnknown.ts'
import { moduleOrder } from './rules/moduleOrder.ts'
import { ownStylesLast } from './rules/ownStylesLast.ts'
import { plainTerms } from './rules/plainTerms.ts'
import { rulesStayOn } from './rules/rulesStayOn.ts'
import { stylesKeepToScales } from './rules/stylesKeepToScales.ts'
import type { StepResult } from './StepResult.ts'

/** Each rule returns its violations, one line each. */
const rules: Record<string, () => Promise<string[]> | string[]> = {
  'No file is longer than 400 lines': filesStaySmall,
  'No regular expression takes more than linear time': expressionsStayLinear,
  'No word of the earlier vocabulary is used': plainTerms,
  'Imports between modules go down the order of docs/architecture.md': moduleOrder,
  'No rule is switched off in the code': rulesStayOn,
  'Each runtime dependency is explained in docs/decisions/dependencies.md': dependenciesExplained,
  'Type, space and corners come from the scales of src-renderer/styles/tokens.css': stylesKeepToScales,
  'Components import their own styles after those of ui': ownStylesLast,
  'Components and style sheets agree on the names of classes': classesExist,
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
