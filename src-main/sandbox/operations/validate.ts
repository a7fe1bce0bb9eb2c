import type { FieldErrors } from '../http/Reply.ts'
import { isRecord } from '../isRecord.ts'
import type { SandboxModel, Flavour } from '../models/SandboxModel.ts'
import { type Fields, fieldLabel, isUpload, type Rule } from './Operation.ts'

/** The fields of a body, and messages about the invalid ones among them. */
interface Validation {
  fields: Fields
  errors: FieldErrors
}

/** Validates a body by its rules, with the service's messages. Form bodies have numbers as text. */
export function validate(
  rules: Rule[],
  body: Fields,
  encoding: 'json' | 'form' | 'none',
  model: SandboxModel | null,
  flavour: Flavour,
): Validation {
  const result: Validation = { fields: {}, errors: {} }
  for (const rule of rules) {
    if (isUpload(rule)) continue
    const value = normalize(body[rule.field], encoding, rule, flavour)
    if (value === undefined) {
      const required = rule.required === true || (rule.required === 'live' && flavour === 'live')
      if (required) result.errors[rule.field] = [`The ${fieldLabel(rule.field)} field is required.`]
      continue
    }
    const messages = checkKind(rule, value) ?? checkRange(rule, value, model, flavour)
    if (messages) result.errors[rule.field] = messages
    else if (rule.kind === 'loras') Object.assign(result.errors, checkLoras(value, model))
    result.fields[rule.field] = value
  }
  return result
}

/** Empty text and null count as absent, as in the service's framework. The live flavour trims text first. */
function normalize(value: unknown, encoding: string, rule: Rule, flavour: Flavour): unknown {
  if (value === null || value === undefined) return undefined
  if (typeof value !== 'string') return value
  const text = flavour === 'live' ? value.trim() : value
  if (text === '') return undefined
  if (encoding !== 'form') return text
  if (rule.kind === 'integer' || rule.kind === 'number') {
    return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text
  }
  if (rule.kind === 'boolean') return text === '1' ? true : text === '0' ? false : text
  if (rule.kind === 'loras') return parseJsonOrText(text)
  return text
}

function parseJsonOrText(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Messages if a value has the wrong type, otherwise null. */
function checkKind(rule: Rule, value: unknown): string[] | null {
  const field = `The ${fieldLabel(rule.field)} field`
  switch (rule.kind) {
    case 'text':
      return typeof value === 'string' ? null : [`${field} must be a string.`]
    case 'integer':
      return Number.isSafeInteger(value) ? null : [`${field} must be an integer.`]
    case 'number':
      return typeof value === 'number' && Number.isFinite(value) ? null : [`${field} must be a number.`]
    case 'boolean':
      return value === true || value === false || value === 1 || value === 0
        ? null
        : [`${field} must be true or false.`]
    case 'https':
      return typeof value === 'string' && isHttps(value) ? null : [`${field} must be a valid HTTPS URL.`]
    case 'url':
      return typeof value === 'string' && isUrl(value) ? null : [`${field} must be a valid URL.`]
    case 'texts':
      return isTextList(value) ? null : [`${field} must be a string or an array of strings.`]
    case 'choice':
      return typeof value === 'string' ? null : [`${field} must be a string.`]
    case 'images':
    case 'audio':
    case 'video':
    case 'media':
      return null
    case 'loras':
      return Array.isArray(value) ? null : [`${field} must be an array.`]
  }
}

/** Messages if a value is outside the range, choices, steps or features of its rule and model, otherwise null. */
function checkRange(
  rule: Rule,
  value: unknown,
  model: SandboxModel | null,
  flavour: Flavour,
): string[] | null {
  const field = `The ${fieldLabel(rule.field)} field`
  const usesSpecRange = flavour === 'spec' || !rule.limitName || !model?.limits
  const min = Math.max(
    usesSpecRange ? (rule.min ?? -Infinity) : -Infinity,
    findLimit(model, `min_${String(rule.limitName)}`, -Infinity),
  )
  const max = Math.min(
    usesSpecRange ? (rule.max ?? Infinity) : Infinity,
    findLimit(model, `max_${String(rule.limitName)}`, Infinity),
  )
  if (rule.kind === 'choice') {
    return findChoices(rule, model).includes(String(value))
      ? null
      : [`The selected ${fieldLabel(rule.field)} is invalid.`]
  }
  if (typeof value === 'string') {
    if (value.length < min) return [`${field} must be at least ${String(min)} characters.`]
    if (value.length > max) return [`${field} must not be greater than ${String(max)} characters.`]
    if (rule.requiresFeature && isUnsupported(rule.requiresFeature, model))
      return [`${field} is not supported by this model.`]
    return null
  }
  if (typeof value !== 'number') return null
  if (value < min) return [`${field} must be at least ${String(min)}.`]
  if (value > max) return [`${field} must not be greater than ${String(max)}.`]
  const isNeutral = value === 0 || value === rule.neutralValue
  if (
    flavour === 'live' &&
    !isNeutral &&
    rule.requiresFeature &&
    isUnsupported(rule.requiresFeature, model)
  ) {
    return [`${field} must be 0 for this model.`]
  }
  const step = rule.stepLimitName ? findLimit(model, rule.stepLimitName, 1) : null
  if (step !== null && flavour === 'spec' && min !== max && value % step !== 0) {
    return [`${field} must be a multiple of ${String(step)}.`]
  }
  return null
}

/** The rule's choices, limited to those that the model offers. */
function findChoices(rule: Rule, model: SandboxModel | null): string[] {
  const offered = rule.limitName ? model?.limits?.[rule.limitName] : undefined
  const choices = rule.allowedValues ?? []
  return Array.isArray(offered)
    ? choices.filter((choice) => offered.some((value) => value === choice))
    : choices
}

function findLimit(model: SandboxModel | null, key: string, fallback: number): number {
  const limit = model?.limits?.[key]
  return typeof limit === 'number' ? limit : fallback
}

function isUnsupported(feature: string, model: SandboxModel | null): boolean {
  return model?.features?.[feature] === false
}

function isHttps(text: string): boolean {
  return text.startsWith('https://') && URL.canParse(text)
}

/** Whether the text is an HTTP URL whose host is `localhost` or contains a dot. */
function isUrl(text: string): boolean {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return false
  const { hostname } = new URL(text)
  return hostname === 'localhost' || hostname.includes('.')
}

function isTextList(value: unknown): boolean {
  const texts: unknown[] = Array.isArray(value) ? value : [value]
  return texts.length > 0 && texts.every((text) => typeof text === 'string' && text !== '')
}

/** Checks that `loras` are objects with a name that the model lists and a weight of at least 0 (service.md §Images). */
function checkLoras(value: unknown, model: SandboxModel | null): FieldErrors {
  if (!Array.isArray(value)) return {}
  if (value.length > 0 && model && !model.loras) {
    return { loras: ['The selected model does not support LoRAs.'] }
  }
  const errors: FieldErrors = {}
  for (const [index, entry] of value.entries()) {
    const path = `loras.${String(index)}`
    const { name, weight }: Record<string, unknown> = isRecord(entry) ? entry : {}
    if (typeof name !== 'string') errors[`${path}.name`] = [`The ${path}.name field is required.`]
    else if (model && !model.loras?.some((lora) => lora.name === name)) {
      errors[`${path}.name`] = [`The selected ${path}.name is invalid.`]
    }
    if (typeof weight !== 'number') errors[`${path}.weight`] = [`The ${path}.weight field must be a number.`]
    else if (weight < 0) errors[`${path}.weight`] = [`The ${path}.weight field must be at least 0.`]
  }
  return errors
}
