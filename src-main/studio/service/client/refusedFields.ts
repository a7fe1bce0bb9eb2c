import { isRecord } from './isRecord.ts'
import { plainText } from './plainText.ts'

const MAX_FIELDS = 50
const MAX_MESSAGES = 5

/**
 * The messages of a 422 by field name, from `errors` as an object of lists or strings, or as a list of objects with `field` and
 * `messages` (service.md §Errors). Empty if there are none.
 */
export const refusedFields = (json: unknown): Record<string, string[]> => {
  const errors = isRecord(json) ? json.errors : undefined
  const entries: [unknown, unknown][] = Array.isArray(errors)
    ? errors.filter(isRecord).map((error) => [error.field ?? error.name, error.messages ?? error.message])
    : Object.entries(isRecord(errors) ? errors : {})

  const fields = new Map<string, string[]>()
  for (const [name, messages] of entries.slice(0, MAX_FIELDS)) {
    const field = plainText(name)
    const texts = (Array.isArray(messages) ? messages : [messages])
      .map(plainText)
      .filter((text) => text !== null)
    if (field && texts.length > 0)
      fields.set(field, [...(fields.get(field) ?? []), ...texts].slice(0, MAX_MESSAGES))
  }
  return Object.fromEntries(fields)
}
