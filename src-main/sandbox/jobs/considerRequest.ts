import type { Call } from '../http/Call.ts'
import { invalid, type Reply } from '../http/Reply.ts'
import { readInputs } from '../inputs/readInputs.ts'
import type { SandboxModel } from '../models/SandboxModel.ts'
import type { Operation, Plan } from '../operations/Operation.ts'
import type { Rule } from '../operations/rules.ts'
import { validate } from '../operations/validate.ts'
import type { Flavour } from '../options.ts'
import type { Parts } from '../Parts.ts'

interface Considered {
  model: SandboxModel
  plan: Plan
  /** Dollars, to eight decimals. */
  price: number
}

/** What submit and price call have in common: check the body, plan the work, price it; or the 422 that says why not. */
export async function considerRequest(
  operation: Operation,
  purpose: 'submit' | 'price',
  call: Call,
  parts: Parts,
): Promise<{ refused: Reply } | Considered> {
  const { flavour } = parts.settings
  const { body } = call
  const rules = purpose === 'submit' ? operation.rules : priceRules(operation, flavour)
  const takesAny = operation.encoding === 'either' || (purpose === 'price' && operation.encoding === 'form')
  const readable = takesAny || body.encoding === operation.encoding
  const given = readable ? body.fields : {}
  const slug = typeof given.model === 'string' ? given.model.trim() : given.model
  const model = parts.catalogue.find(slug)
  const { fields, errors } = validate(rules, given, readable ? body.encoding : 'none', model, flavour)
  const input = await readInputs(rules, readable ? body.files : {}, given, model)
  Object.assign(errors, input.errors)
  if (typeof fields.model === 'string' && model === null)
    errors.model = ['The selected model does not exist.']
  else if (model && !model.types.includes(operation.type)) errors.model = ['The selected model is invalid.']
  const unkept = input.files.map(({ bytes: _bytes, ...file }) => ({ ...file, id: '' }))
  if (model && Object.keys(errors).length === 0) {
    Object.assign(errors, operation.check?.(fields, model, unkept, flavour, purpose))
  }
  if (model === null || Object.keys(errors).length > 0) return { refused: invalid(errors) }
  const keep = () => input.files.map(({ bytes, ...file }) => ({ ...file, id: parts.inputs.put(bytes) }))
  const inputs = purpose === 'submit' ? keep() : unkept
  const plan = operation.plan({ fields, inputs, model, dice: parts.dice })
  if (purpose === 'price' && flavour === 'live' && operation.unpriced?.(plan))
    return { model, plan, price: 0 }
  const factor = parts.settings.prices[model.slug] ?? 1
  const raw = (model.cost.base + model.cost.perUnit * operation.units(plan)) * factor
  return { model, plan, price: Math.max(1e-8, Math.round(raw * 1e8) / 1e8) }
}

/** spec.md §price-calculation: the body has the same parameters as the job endpoint itself. */
function priceRules({ rules, priceRules, priceShown }: Operation, flavour: Flavour): Rule[] {
  if (flavour === 'live' || priceShown) return priceRules
  const extra = priceRules.filter(({ field }) => !rules.some((rule) => rule.field === field))
  return [...rules, ...extra]
}
