import type { IncomingMessage } from 'node:http'
import type { RequestFacts } from './checkRequest.ts'

const fact = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value.join(', ') : value

/** The part of a request that decides whether it is answered. */
export const requestFacts = (request: IncomingMessage, active: boolean): RequestFacts => ({
  host: request.headers.host,
  origin: request.headers.origin,
  cookie: request.headers.cookie,
  fetchSite: fact(request.headers['sec-fetch-site']),
  active,
})
