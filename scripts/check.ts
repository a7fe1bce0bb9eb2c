import { printTotals, printStep } from './test/StepResult.ts'
import { staticSteps } from './test/staticSteps.ts'
import { vitestStep } from './test/vitestStep.ts'

/* Runs the fast checks: format, lint, types, dead code, project rules and unit tests. */
const startedAt = performance.now()
const steps = await staticSteps()
const unit = await vitestStep('unit*')
printStep(unit)
console.log(`${((performance.now() - startedAt) / 60_000).toFixed(1)} min`)
printTotals([...steps, unit])
