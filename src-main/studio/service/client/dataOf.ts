import { isRecord } from './isRecord.ts'

/** The `data` object of an answer, or the answer itself where the service left the wrapping out; null where neither is an object. */
export const dataOf = (json: unknown): Record<string, unknown> | null => {
  if (!isRecord(json)) return null
  if (!('data' in json)) return json
  return isRecord(json.data) ? json.data : null
}
