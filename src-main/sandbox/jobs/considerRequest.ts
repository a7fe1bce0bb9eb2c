import type { Call } from '../http/Call.ts'
import { invalid, type Reply } from '../http/Reply.ts'
import type { SandboxModel } from '../models/SandboxModel.ts'
import type { Operation, Plan } from '../operations/Operation.ts'
import type { Rule } from '../operations/rules.ts'
import { validate } from '../operations/validate.ts'
import type { Parts } from '../Parts.ts'

interface Considered {
  model: SandboxModel
  plan: Plan
  /** Dollars, to eight decimals. */
  price: number
}

/** What submit and price call have in common: check the body, plan the work, price it; or the 422 that says why not. */
export function considerRequest(
  operation: Operation,
  rules: Rule[],
  call: Call,
  parts: Parts,
): { refused: Reply } | Considered {
  const { flavour } = parts.settings
  const { body } = call
  const readable = operation.encoding === 'either' || body.encoding === operation.encoding
  const given = readable ? body.fields : {}
  const slug = typeof given.model === 'string' ? given.model.trim() : given.model
  const model = parts.catalogue.find(slug)
  const { fields, errors } = validate(rules, given, readable ? body.encoding : 'none', model, flavour)
  if (typeof fields.model === 'string' && model === null)
    errors.model = ['The selected model does not exist.']
  else if (model && !model.types.includes(operation.type)) errors.model = ['The selected model is invalid.']
  if (model && Object.keys(errors).length === 0) {
    Object.assign(errors, operation.check?.(fields, model, flavour))
  }
  if (model === null || Object.keys(errors).length > 0) return { refused: invalid(errors) }
  const plan = operation.plan({ fields, files: body.files, model, dice: parts.dice })
  const factor = parts.settings.prices[model.slug] ?? 1
  const raw = (model.cost.base + model.cost.perUnit * operation.units(plan)) * factor
  return { model, plan, price: Math.max(1e-8, Math.round(raw * 1e8) / 1e8) }
}
