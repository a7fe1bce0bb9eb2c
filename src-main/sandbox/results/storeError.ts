import type { Reply } from '../http/Reply.ts'

/** An error of the result host: XML, as object stores answer, never the service's JSON. */
export function storeError(status: number, code: string, message: string): Reply {
  return {
    status,
    headers: { 'content-type': 'application/xml' },
    body: `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${message}</Message></Error>`,
  }
}

/** What a result host says of an expired link. */
export function expiredLink(): Reply {
  return storeError(403, 'AccessDenied', 'Request has expired')
}
