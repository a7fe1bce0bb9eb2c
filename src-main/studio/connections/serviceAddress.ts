import { connectionErrors, StudioError } from '../../../src-preload/contract/errors.ts'

const PREFIX = /\/api\/v1\/client$/

/**
 * What a person typed as the base address of a service, without a trailing slash or the prefix the client adds itself.
 * Without a scheme it is https, on loopback http.
 * @throws StudioError `connection_bad_address` with `params.reason`: not_a_url, not_https, credentials, query, fragment.
 */
export const serviceAddress = (typed: string): string => {
  const text = typed.trim()
  const url = parsed(text.includes('://') ? text : `https://${text}`)
  if (!url?.hostname) throw bad('not_a_url')
  if (!text.includes('://') && isLoopback(url.hostname)) url.protocol = 'http:'
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url.hostname)))
    throw bad('not_https')
  if (url.username || url.password) throw bad('credentials')
  if (url.search) throw bad('query')
  if (url.hash) throw bad('fragment')
  const path = url.pathname
    .replace(/(?<!\/)\/+$/, '')
    .replace(PREFIX, '')
    .replace(/(?<!\/)\/+$/, '')
  return url.origin + path
}

const parsed = (text: string): URL | null => (URL.canParse(text) ? new URL(text) : null)

/** The host as the URL parser writes it: every spelling of 127.0.0.1 has become that one. */
const isLoopback = (host: string): boolean => /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(host)

const bad = (reason: string): StudioError =>
  new StudioError({ code: connectionErrors.badAddress, money: 'none', params: { reason } })
