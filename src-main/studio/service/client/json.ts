/** The `data` object of a response, or the response itself if it has no `data`; null if that is not an object. */
export const dataOf = (json: unknown): Record<string, unknown> | null => {
  if (!isRecord(json)) return null
  if (!('data' in json)) return json
  return isRecord(json.data) ? json.data : null
}

/** Whether a JSON value is an object: neither a list nor null. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
