import { errorCode } from './errorCode.ts'

const SECRET_NAME = /authorization|api[-_]?key|^key$|token|secret|password|cookie/i
const BEARER = /\b(bearer\s+)[^\s"',;]+/gi
const HIDDEN = '[redacted]'

/** Text without the given secrets and without anything that follows the word Bearer. */
export function redactText(text: string, secrets: Iterable<string>): string {
  let clean = text
  for (const secret of secrets) clean = clean.replaceAll(secret, HIDDEN)
  return clean.replace(BEARER, `$1${HIDDEN}`)
}

/** A replacer for JSON.stringify: hides what is named like a secret, spells errors out. */
export function redactingReplacer(name: string, value: unknown): unknown {
  if (name !== '' && SECRET_NAME.test(name) && value !== null && value !== undefined) return HIDDEN
  if (value instanceof Error) {
    const { message, stack, cause } = value
    const code = errorCode(value)
    return { ...(code && { code }), message, stack, ...(cause !== undefined && { cause }) }
  }
  return typeof value === 'bigint' ? `${value}` : value
}
