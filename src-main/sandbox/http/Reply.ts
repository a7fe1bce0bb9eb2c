/** What the sandbox answers, including the ways an answer can go wrong on the wire. */
export interface Reply {
  status: number
  headers?: Record<string, string>
  /** Serialised as JSON unless `body` is there. */
  json?: unknown
  body?: string | Uint8Array
  /** Wait before the first byte, in milliseconds. */
  delayMs?: number
  /** `reset`: RST without a byte; `lost`: the connection closes without a byte; `half`: closes after half of the body; `stall`: half, then silence. */
  cut?: 'reset' | 'lost' | 'half' | 'stall'
}

/** The service's ordinary answer (spec.md §Endpoints: a top-level `data`). */
export function data(value: unknown): Reply {
  return { status: 200, json: { data: value } }
}

/** Any error: `{message}` (facts.md §4). */
export function refusal(status: number, message: string, headers?: Record<string, string>): Reply {
  return { status, json: { message }, ...(headers ? { headers } : {}) }
}

/** A 422: the first message, how many more, and all of them by field (facts.md §4). */
export function invalid(errors: Record<string, string[]>): Reply {
  const messages = Object.values(errors).flat()
  const more = messages.length - 1
  const tail = more > 0 ? ` (and ${String(more)} more error${more > 1 ? 's' : ''})` : ''
  return { status: 422, json: { message: `${messages[0] ?? 'The given data was invalid.'}${tail}`, errors } }
}

/** A page from the proxy in front of the service, never JSON. */
export function htmlPage(status: number, title: string): Reply {
  return {
    status,
    headers: { 'content-type': 'text/html; charset=UTF-8' },
    body: `<!DOCTYPE html>\n<html><head><title>${title}</title></head>\n<body><center><h1>${title}</h1></center><hr><center>sandbox proxy</center></body></html>\n`,
  }
}
