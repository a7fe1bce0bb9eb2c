import { errorCode } from './errorCode.ts'

const SECRET_NAME = /authorization|api[-_]?key|^key$|token|secret|password|cookie/i

/** A replacer for JSON.stringify: removes members named like a secret and expands errors. */
export function redactingReplacer(name: string, value: unknown): unknown {
  if (name !== '' && SECRET_NAME.test(name) && value !== null && value !== undefined) return '[redacted]'
  if (value instanceof Error) {
    const { message, stack, cause } = value
    const code = errorCode(value)
    return { ...(code && { code }), message, stack, ...(cause !== undefined && { cause }) }
  }
  return typeof value === 'bigint' ? `${value}` : value
}
