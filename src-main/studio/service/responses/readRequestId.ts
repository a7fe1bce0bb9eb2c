import { dataOf } from '../client/json.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The id of a new job (service.md §Job status: a UUID); null if the response contains none that can be polled. */
export const readRequestId = (json: unknown): string | null => {
  const id = dataOf(json)?.request_id
  return typeof id === 'string' && UUID.test(id.trim()) ? id.trim() : null
}
