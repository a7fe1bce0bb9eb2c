import { dependenciesExplained } from './house/dependenciesExplained.ts'
import { expressionsStayLinear } from './house/expressionsStayLinear.ts'
import { filesStaySmall } from './house/filesStaySmall.ts'
import { modelsStayUnknown } from './house/modelsStayUnknown.ts'
import { rulesStayOn } from './house/rulesStayOn.ts'
import { stylesKeepToScales } from './house/stylesKeepToScales.ts'
import type { StepResult } from './StepResult.ts'

/** Each rule answers with its breaches, one line each. */
const rules: Record<string, () => Promise<string[]> | string[]> = {
  'No file is longer than 400 lines': filesStaySmall,
  'No regular expression takes more than linear time': expressionsStayLinear,
  'No rule is switched off in the code': rulesStayOn,
  'Each runtime dependency is explained in docs/decisions/dependencies.md': dependenciesExplained,
  'Type, space and corners come from the scales of src-renderer/styles/tokens.css': stylesKeepToScales,
  'No model is named in the studio, the preload or the window': modelsStayUnknown,
}

/** The rules of the house that no linter knows. */
export const houseStep = async (): Promise<StepResult> => {
  const startedAt = performance.now()
  const lines: string[] = []
  let failed = 0
  for (const [rule, breaches] of Object.entries(rules)) {
    const found = await Promise.resolve()
      .then(breaches)
      .catch((error: unknown) => [error instanceof Error ? (error.stack ?? error.message) : String(error)])
    if (found.length === 0) continue
    failed += 1
    lines.push(`${rule}:`, ...found.map((line) => `  ${line}`))
  }
  const passed = Object.keys(rules).length - failed
  const seconds = (performance.now() - startedAt) / 1000
  return { name: 'rules of the house', passed, failed, skipped: 0, seconds, output: lines.join('\n') }
}
