/** A job's status as the service reported it, parsed leniently (service.md §Job status). */
export interface StatusRecord {
  /** An unknown status means that the job is still running. */
  phase: 'running' | 'done' | 'failed'
  /** The status in the service's own spelling. */
  word: string
  /** 0 to 100; null if not reported. */
  progress: number | null
  /** An http(s) URL or a data: URI of an image; anything else is dropped. */
  preview: string | null
  resultUrl: string | null
  /** URLs of the same result by format; empty if there are none. */
  alternatives: Record<string, string>
  /** The inline result: text, or a JSON value serialized to text. */
  result: string | null
  /** Only when failed. */
  failure: {
    code: string | null
    message: string | null
    reason: string | null
    refunded: boolean | null
    /** Whether the same request may succeed later; null if unknown (service.md §Job status). */
    retryable: boolean | null
  } | null
}
