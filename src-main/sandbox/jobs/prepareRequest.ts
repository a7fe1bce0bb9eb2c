import type { ParsedRequest } from '../http/ParsedRequest.ts'
import { type Reply, validationReply } from '../http/Reply.ts'
import { validateUploads } from '../inputs/validateUploads.ts'
import type { SandboxModel } from '../models/SandboxModel.ts'
import type { Operation, Plan } from '../operations/Operation.ts'
import type { Rule } from '../operations/rules.ts'
import { validate } from '../operations/validate.ts'
import type { Flavour } from '../options.ts'
import type { SandboxContext } from '../SandboxContext.ts'

interface PreparedRequest {
  model: SandboxModel
  plan: Plan
  /** Dollars, to eight decimals. */
  price: number
}

/** The common part of submit and price requests: checks the body, plans the work and prices it, or returns a 422. */
export async function prepareRequest(
  operation: Operation,
  purpose: 'submit' | 'price',
  request: ParsedRequest,
  context: SandboxContext,
): Promise<{ refused: Reply } | PreparedRequest> {
  const { flavour } = context.settings
  const { body } = request
  const rules = purpose === 'submit' ? operation.rules : priceRules(operation, flavour)
  const acceptsAny = operation.encoding === 'either' || (purpose === 'price' && operation.encoding === 'form')
  const isReadable = acceptsAny || body.encoding === operation.encoding
  const sentFields = isReadable ? body.fields : {}
  const slug = typeof sentFields.model === 'string' ? sentFields.model.trim() : sentFields.model
  const model = context.catalogue.find(slug)
  const { fields, errors } = validate(rules, sentFields, isReadable ? body.encoding : 'none', model, flavour)
  const uploads = await validateUploads(rules, isReadable ? body.files : {}, sentFields, model)
  Object.assign(errors, uploads.errors)
  if (typeof fields.model === 'string' && model === null)
    errors.model = ['The selected model does not exist.']
  else if (model && !model.types.includes(operation.type)) errors.model = ['The selected model is invalid.']
  const unstored = uploads.files.map(({ bytes: _bytes, ...file }) => ({ ...file, id: '' }))
  if (model && Object.keys(errors).length === 0) {
    Object.assign(errors, operation.check?.(fields, model, unstored, flavour, purpose))
  }
  if (model === null || Object.keys(errors).length > 0) return { refused: validationReply(errors) }
  const store = () => uploads.files.map(({ bytes, ...file }) => ({ ...file, id: context.inputs.put(bytes) }))
  const inputs = purpose === 'submit' ? store() : unstored
  const plan = operation.plan({ fields, inputs, model, random: context.random })
  if (purpose === 'price' && flavour === 'live' && operation.pricesAsZero?.(plan))
    return { model, plan, price: 0 }
  const factor = context.settings.prices[model.slug] ?? 1
  const exact = (model.cost.base + model.cost.perUnit * operation.units(plan)) * factor
  return { model, plan, price: Math.max(1e-8, Math.round(exact * 1e8) / 1e8) }
}

/** As specified, a price body has the parameters of the job endpoint (service.md §Prices). */
function priceRules({ rules, priceRules, hasOwnPriceBody }: Operation, flavour: Flavour): Rule[] {
  if (flavour === 'live' || hasOwnPriceBody) return priceRules
  const extra = priceRules.filter(({ field }) => !rules.some((rule) => rule.field === field))
  return [...rules, ...extra]
}
