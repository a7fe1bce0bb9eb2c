import type { SandboxModel } from '../models/SandboxModel.ts'
import type { Flavour } from '../options.ts'
import { checkLoras } from './checkLoras.ts'
import type { Fields } from './Operation.ts'
import { isUpload, type Rule } from './rules.ts'

export type Errors = Record<string, string[]>

interface Verdict {
  fields: Fields
  errors: Errors
}

/** Checks a body by its rules, with the service's sentences; form bodies carry numbers as text. */
export function validate(
  rules: Rule[],
  given: Fields,
  encoding: 'json' | 'form' | 'none',
  model: SandboxModel | null,
  flavour: Flavour,
): Verdict {
  const verdict: Verdict = { fields: {}, errors: {} }
  for (const rule of rules) {
    if (isUpload(rule)) continue
    const value = tidy(given[rule.field], encoding, rule, flavour)
    if (value === undefined) {
      const required = rule.required === true || (rule.required === 'live' && flavour === 'live')
      if (required) verdict.errors[rule.field] = [`The ${words(rule.field)} field is required.`]
      continue
    }
    const messages = checkKind(rule, value) ?? checkRange(rule, value, model, flavour)
    if (messages) Object.assign(verdict.errors, keyed(rule.field, messages))
    else if (rule.kind === 'loras') Object.assign(verdict.errors, checkLoras(value, model))
    verdict.fields[rule.field] = value
  }
  return verdict
}

/** Empty text and null count as absent, as in the service's framework; live trims text first. */
function tidy(value: unknown, encoding: string, rule: Rule, flavour: Flavour): unknown {
  if (value === null || value === undefined) return undefined
  if (typeof value !== 'string') return value
  const text = flavour === 'live' ? value.trim() : value
  if (text === '') return undefined
  if (encoding !== 'form') return text
  if (rule.kind === 'integer' || rule.kind === 'number') {
    return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text
  }
  if (rule.kind === 'boolean') return text === '1' ? true : text === '0' ? false : text
  if (rule.kind === 'loras') return readJson(text)
  return text
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function checkKind(rule: Rule, value: unknown): string[] | null {
  const field = `The ${words(rule.field)} field`
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
      return isTexts(value) ? null : [`${field} must be a string or an array of strings.`]
    case 'choice':
      return typeof value === 'string' ? null : [`${field} must be a string.`]
    case 'pictures':
    case 'audio':
    case 'video':
    case 'media':
      return null
    case 'loras':
      return Array.isArray(value) ? null : [`${field} must be an array.`]
  }
}

function checkRange(
  rule: Rule,
  value: unknown,
  model: SandboxModel | null,
  flavour: Flavour,
): string[] | null {
  const field = `The ${words(rule.field)} field`
  const own = flavour === 'spec' || !rule.limit || !model?.limits
  const low = Math.max(
    own ? (rule.min ?? -Infinity) : -Infinity,
    limitOf(model, `min_${String(rule.limit)}`, -Infinity),
  )
  const high = Math.min(
    own ? (rule.max ?? Infinity) : Infinity,
    limitOf(model, `max_${String(rule.limit)}`, Infinity),
  )
  if (rule.kind === 'choice') {
    return choicesOf(rule, model).includes(String(value))
      ? null
      : [`The selected ${words(rule.field)} is invalid.`]
  }
  if (typeof value === 'string') {
    if (value.length < low) return [`${field} must be at least ${String(low)} characters.`]
    if (value.length > high) return [`${field} must not be greater than ${String(high)} characters.`]
    if (rule.needs && unsupported(rule.needs, model)) return [`${field} is not supported by this model.`]
    return null
  }
  if (typeof value !== 'number') return null
  if (value < low) return [`${field} must be at least ${String(low)}.`]
  if (value > high) return [`${field} must not be greater than ${String(high)}.`]
  const plain = value === 0 || value === rule.neutral
  if (flavour === 'live' && !plain && rule.needs && unsupported(rule.needs, model)) {
    return [`${field} must be 0 for this model.`]
  }
  const step = rule.multipleOf ? limitOf(model, rule.multipleOf, 1) : null
  if (step !== null && flavour === 'spec' && low !== high && value % step !== 0) {
    return [`${field} must be a multiple of ${String(step)}.`]
  }
  return null
}

/** What a choice may be: the rule's, of those the model offers. */
function choicesOf(rule: Rule, model: SandboxModel | null): string[] {
  const offered = rule.limit ? model?.limits?.[rule.limit] : undefined
  const choices = rule.choices ?? []
  return Array.isArray(offered) ? choices.filter((choice) => offered.some((one) => one === choice)) : choices
}

function limitOf(model: SandboxModel | null, key: string, fallback: number): number {
  const limit = model?.limits?.[key]
  return typeof limit === 'number' ? limit : fallback
}

function unsupported(feature: string, model: SandboxModel | null): boolean {
  return model?.features?.[feature] === false
}

function isHttps(text: string): boolean {
  return text.startsWith('https://') && URL.canParse(text)
}

/** A web address of a host that could exist; whether it does shows only later. */
function isUrl(text: string): boolean {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return false
  const { hostname } = new URL(text)
  return hostname === 'localhost' || hostname.includes('.')
}

function isTexts(value: unknown): boolean {
  const texts: unknown[] = Array.isArray(value) ? value : [value]
  return texts.length > 0 && texts.every((text) => typeof text === 'string' && text !== '')
}

function keyed(field: string, messages: string[]): Errors {
  return { [field]: messages }
}

/** Field names as the service writes them in sentences. */
function words(field: string): string {
  return field.replaceAll('_', ' ')
}
