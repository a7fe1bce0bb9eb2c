import type { IncomingHttpHeaders } from 'node:http'

/** One uploaded file of a multipart body. */
export interface Upload {
  fileName: string
  mime: string
  bytes: Uint8Array
}

/** A request's body: its fields, and its files by field name. */
export interface CallBody {
  /** `form` values are all text. */
  encoding: 'none' | 'json' | 'form'
  fields: Record<string, unknown>
  files: Record<string, Upload[]>
}

/** One request, with its body read. */
export interface Call {
  method: string
  /** Decoded path without the query. */
  path: string
  query: URLSearchParams
  headers: IncomingHttpHeaders
  body: CallBody
}

/** What is counted, limited and faulted separately. */
export const ENDPOINTS = ['models', 'price', 'submit', 'status', 'result', 'balance'] as const
export type Endpoint = (typeof ENDPOINTS)[number]
