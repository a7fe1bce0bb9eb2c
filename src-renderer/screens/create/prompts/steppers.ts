import { call } from '../../../host/call.ts'
import { PromptStepper } from './PromptStepper.ts'

/** Prompts per page. */
const PAGE_SIZE = 50

/** By task and field, so that typed texts are kept when another form is opened and closed. */
const steppers = new Map<string, PromptStepper>()

/** The stepper of a field, created once per window. */
export function stepperOf(operation: string, field: string): PromptStepper {
  const key = `${operation}/${field}`
  const known = steppers.get(key)
  if (known) return known
  const stepper = new PromptStepper((before) =>
    call('prompts.list', { operation, field, search: '', before, limit: PAGE_SIZE }),
  )
  steppers.set(key, stepper)
  return stepper
}
