import type { IncomingHttpHeaders } from 'node:http'

/** One file of a multipart body. */
export interface UploadedFile {
  fileName: string
  mime: string
  bytes: Uint8Array
}

/** A request's body: its fields, and its files by field name. */
export interface ParsedBody {
  /** `form` values are all text. */
  encoding: 'none' | 'json' | 'form'
  fields: Record<string, unknown>
  files: Record<string, UploadedFile[]>
}

/** A request whose body has been read. */
export interface ParsedRequest {
  method: string
  /** Decoded path without the query. */
  path: string
  query: URLSearchParams
  headers: IncomingHttpHeaders
  body: ParsedBody
}

/** The groups of requests that are counted, rate-limited and given faults separately. */
export const ENDPOINTS = ['models', 'price', 'submit', 'status', 'result', 'balance'] as const
export type Endpoint = (typeof ENDPOINTS)[number]
