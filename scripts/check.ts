import { printTotals, printStep } from './test/StepResult.ts'
import { staticSteps } from './test/staticSteps.ts'
import { vitestStep } from './test/vitestStep.ts'

/** The fast checks: format, lint, types, dead code, project rules and unit tests. */
const steps = await staticSteps()
const unit = await vitestStep('unit')
printStep(unit)
printTotals([...steps, unit])
