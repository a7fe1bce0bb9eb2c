import { finish } from './test/finish.ts'
import { printStep } from './test/printStep.ts'
import { staticSteps } from './test/staticSteps.ts'
import { vitestStep } from './test/vitestStep.ts'

/** The quick half of the tests: format, lint, types, dead code, the project rules, unit. */
const steps = await staticSteps()
const unit = await vitestStep('unit')
printStep(unit)
finish([...steps, unit])
