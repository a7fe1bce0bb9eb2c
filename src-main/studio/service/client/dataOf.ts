import { isRecord } from './isRecord.ts'

/** The `data` object of a response, or the response itself if it has no `data`; null if that is not an object. */
export const dataOf = (json: unknown): Record<string, unknown> | null => {
  if (!isRecord(json)) return null
  if (!('data' in json)) return json
  return isRecord(json.data) ? json.data : null
}
