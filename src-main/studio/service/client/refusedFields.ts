import { isRecord } from './isRecord.ts'
import { plainText } from './plainText.ts'

const MAX_FIELDS = 50
const MAX_MESSAGES = 5

/**
 * The messages of a 422 by field name: `errors` as an object of lists or texts, or as a list of objects with
 * `field` and `messages` (service.md §Errors). Empty where there are none.
 */
export const refusedFields = (json: unknown): Record<string, string[]> => {
  const errors = isRecord(json) ? json.errors : undefined
  const entries: [unknown, unknown][] = Array.isArray(errors)
    ? errors.filter(isRecord).map((one) => [one.field ?? one.name, one.messages ?? one.message])
    : Object.entries(isRecord(errors) ? errors : {})

  const fields = new Map<string, string[]>()
  for (const [name, messages] of entries.slice(0, MAX_FIELDS)) {
    const field = plainText(name)
    const words = (Array.isArray(messages) ? messages : [messages])
      .map(plainText)
      .filter((one) => one !== null)
    if (field && words.length > 0)
      fields.set(field, [...(fields.get(field) ?? []), ...words].slice(0, MAX_MESSAGES))
  }
  return Object.fromEntries(fields)
}
