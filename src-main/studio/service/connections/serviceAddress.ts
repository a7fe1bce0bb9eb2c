import { connectionErrors, StudioError } from '../../../../src-preload/contract/errors.ts'
import { createHash } from 'node:crypto'

const CLIENT_PREFIX = /\/api\/v1\/client$/

/**
 * The base address of a service as the user entered it, without a trailing slash and without the prefix that the client adds.
 * The default scheme is https, for loopback addresses http.
 * @throws StudioError `connection_bad_address` with `params.reason`: not_a_url, not_https, credentials, query, fragment.
 */
export const serviceAddress = (typed: string): string => {
  const text = typed.trim()
  const url = parseUrl(text.includes('://') ? text : `https://${text}`)
  if (!url?.hostname) throw badAddress('not_a_url')
  if (!text.includes('://') && isLoopback(url.hostname)) url.protocol = 'http:'
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url.hostname)))
    throw badAddress('not_https')
  if (url.username || url.password) throw badAddress('credentials')
  if (url.search) throw badAddress('query')
  if (url.hash) throw badAddress('fragment')
  const path = url.pathname
    .replace(/(?<!\/)\/+$/, '')
    .replace(CLIENT_PREFIX, '')
    .replace(/(?<!\/)\/+$/, '')
  return url.origin + path
}

const parseUrl = (text: string): URL | null => (URL.canParse(text) ? new URL(text) : null)

/** `host` must be normalized by the URL parser, which resolves other spellings of 127.0.0.1. */
const isLoopback = (host: string): boolean => /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(host)

const badAddress = (reason: string): StudioError =>
  new StudioError({ code: connectionErrors.badAddress, money: 'none', params: { reason } })

/** The id of the environment's connection. It depends on the address, so that its jobs and models are found again in later runs. */
export const environmentId = (address: string): string =>
  `environment-${createHash('sha256').update(address).digest('hex').slice(0, 12)}`
