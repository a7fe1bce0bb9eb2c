/** A job's status as the service reported it, parsed leniently (service.md §Job status). */
export interface StatusRecord {
  /** Unknown words mean "still running". */
  phase: 'running' | 'done' | 'failed'
  /** The service's own status word. */
  word: string
  /** 0 to 100; null if not reported. */
  progress: number | null
  /** An http(s) URL or a data: URI of an image; anything else is dropped. */
  preview: string | null
  resultUrl: string | null
  /** URLs of the same result by format; empty where there is none. */
  alternatives: Record<string, string>
  /** Inline result: text, or a JSON value as its text. */
  result: string | null
  /** Only when failed. */
  failure: {
    code: string | null
    message: string | null
    reason: string | null
    refunded: boolean | null
    /** Whether the same request may succeed later; null: unknown (service.md §Job status). */
    retryable: boolean | null
  } | null
}
