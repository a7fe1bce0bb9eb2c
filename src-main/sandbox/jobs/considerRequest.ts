import type { Call } from '../http/Call.ts'
import { invalid, type Reply } from '../http/Reply.ts'
import { readPictures } from '../inputs/readPictures.ts'
import type { SandboxModel } from '../models/SandboxModel.ts'
import type { Operation, Plan } from '../operations/Operation.ts'
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
  purpose: 'submit' | 'price',
  call: Call,
  parts: Parts,
): { refused: Reply } | Considered {
  const { flavour } = parts.settings
  const { body } = call
  const rules = purpose === 'submit' ? operation.rules : operation.priceRules
  const takesAny = operation.encoding === 'either' || (purpose === 'price' && operation.encoding === 'form')
  const readable = takesAny || body.encoding === operation.encoding
  const given = readable ? body.fields : {}
  const slug = typeof given.model === 'string' ? given.model.trim() : given.model
  const model = parts.catalogue.find(slug)
  const { fields, errors } = validate(rules, given, readable ? body.encoding : 'none', model, flavour)
  const input = readPictures(rules, readable ? body.files : {}, given, model)
  Object.assign(errors, input.errors)
  if (typeof fields.model === 'string' && model === null)
    errors.model = ['The selected model does not exist.']
  else if (model && !model.types.includes(operation.type)) errors.model = ['The selected model is invalid.']
  const sizes = input.pictures.map(({ width, height }) => ({ id: '', width, height }))
  if (model && Object.keys(errors).length === 0) {
    Object.assign(errors, operation.check?.(fields, model, sizes, flavour))
  }
  if (model === null || Object.keys(errors).length > 0) return { refused: invalid(errors) }
  const keep = (bytes: Uint8Array) => (purpose === 'submit' ? parts.inputs.put(bytes) : '')
  const pictures = input.pictures.map(({ bytes, width, height }) => ({ id: keep(bytes), width, height }))
  const plan = operation.plan({ fields, pictures, model, dice: parts.dice })
  const factor = parts.settings.prices[model.slug] ?? 1
  const raw = (model.cost.base + model.cost.perUnit * operation.units(plan)) * factor
  return { model, plan, price: Math.max(1e-8, Math.round(raw * 1e8) / 1e8) }
}
