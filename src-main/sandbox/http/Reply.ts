/** A response of the sandbox, including ways in which the transfer can fail. */
export interface Reply {
  status: number
  headers?: Record<string, string>
  /** Serialized as JSON unless `body` is set. */
  json?: unknown
  body?: string | Uint8Array
  /** Wait before the first byte, in milliseconds. */
  delayMs?: number
  /**
   * `reset`: RST before the first byte; `lost`: the connection closes before the first byte; `half`: closes after half of the body;
   * `stall`: half of the body, then nothing.
   */
  transferFault?: 'reset' | 'lost' | 'half' | 'stall'
}

/** Messages by field name. */
export type FieldErrors = Record<string, string[]>

/** A success: the value in a top-level `data` (service.md §Requests). */
export function dataReply(value: unknown): Reply {
  return { status: 200, json: { data: value } }
}

/** Any error: `{message}` (service.md §Errors). */
export function errorReply(status: number, message: string, headers?: Record<string, string>): Reply {
  return { status, json: { message }, ...(headers ? { headers } : {}) }
}

/** A 422: the first message with the number of further ones, and all messages by field (service.md §Errors). */
export function validationReply(errors: FieldErrors): Reply {
  const messages = Object.values(errors).flat()
  const more = messages.length - 1
  const suffix = more > 0 ? ` (and ${String(more)} more error${more > 1 ? 's' : ''})` : ''
  return {
    status: 422,
    json: { message: `${messages[0] ?? 'The given data was invalid.'}${suffix}`, errors },
  }
}

/** A page from the proxy in front of the service, which never sends JSON. */
export function htmlReply(status: number, title: string): Reply {
  return {
    status,
    headers: { 'content-type': 'text/html; charset=UTF-8' },
    body: `<!DOCTYPE html>\n<html><head><title>${title}</title></head>\n<body><center><h1>${title}</h1></center><hr><center>sandbox proxy</center></body></html>\n`,
  }
}

/** An error of the host that stores results: XML like an object store's, not the service's JSON. */
export function storageErrorReply(status: number, code: string, message: string): Reply {
  return {
    status,
    headers: { 'content-type': 'application/xml' },
    body: `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${message}</Message></Error>`,
  }
}

/** The result host's error for an expired link. */
export function expiredLinkReply(): Reply {
  return storageErrorReply(403, 'AccessDenied', 'Request has expired')
}
