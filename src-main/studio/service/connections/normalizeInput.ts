import { connectionErrors, boundaryErrors } from '../../../../src-preload/contract/errors.ts'
import type { ProblemParams } from '../../../../src-preload/contract/problemParams.ts'
import { StudioError } from '../../../../src-preload/shared/StudioError.ts'
import { createHash } from 'node:crypto'

const API_PATH = /\/api\/v1\/client$/

/**
 * Normalizes the base address of a service that the user entered: removes trailing slashes and a final `/api/v1/client`, which the
 * client appends itself. The default scheme is https, for loopback addresses http.
 * @throws StudioError `connection_bad_address` with the reason.
 */
export const normalizeAddress = (typed: string): string => {
  const text = typed.trim()
  const url = text.includes('://') ? parseUrl(text) : parseWithoutScheme(text)
  if (!url?.hostname) throw createAddressError('not_a_url')
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url.hostname)))
    throw createAddressError('not_https')
  if (url.username || url.password) throw createAddressError('credentials')
  if (url.search) throw createAddressError('query')
  if (url.hash) throw createAddressError('fragment')
  const path = url.pathname
    .replace(/(?<!\/)\/+$/, '')
    .replace(API_PATH, '')
    .replace(/(?<!\/)\/+$/, '')
  return url.origin + path
}

const parseUrl = (text: string): URL | null => (URL.canParse(text) ? new URL(text) : null)

/** The scheme is added before the address is parsed, because the parser drops the scheme's default port. */
function parseWithoutScheme(text: string): URL | null {
  const url = parseUrl(`http://${text}`)
  return url && isLoopback(url.hostname) ? url : parseUrl(`https://${text}`)
}

/** Whether a host is this machine. It must come from the URL parser, which resolves other spellings of 127.0.0.1. */
const isLoopback = (host: string): boolean => /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(host)

const createAddressError = (reason: ProblemParams['connection_bad_address']['reason']): StudioError =>
  new StudioError({ code: connectionErrors.badAddress, money: 'none', params: { reason } })

/**
 * The id of the connection that is set by environment variables. It depends on the address, so that its jobs and models are found again
 * in later runs.
 */
export const createEnvironmentId = (address: string): string =>
  `environment-${createHash('sha256').update(address).digest('hex').slice(0, 12)}`

/**
 * Removes white space and the prefix "Bearer" from a pasted key.
 * @throws StudioError `invalid_input` at `key` if the rest is not valid in a header.
 */
export const normalizeKey = (pasted: string): string => {
  const key = pasted
    .trim()
    .replace(/^bearer\s+/i, '')
    .replaceAll(/\s+/g, '')
  if (/^[\x21-\x7e]+$/.test(key)) return key
  throw new StudioError({ code: boundaryErrors.invalidInput, money: 'none', params: { field: 'key' } })
}
