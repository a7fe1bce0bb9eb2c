import type { ServiceResponse } from '../http/Exchange.ts'

/** Whether a text begins like HTML or XML. */
export const isMarkup = (text: string): boolean => /^[\s\uFEFF]*</.test(text)

/**
 * Whether a response is a page of the network, such as the sign-in page of a hotel (captive portal), instead of the service's: status
 * 511 (RFC 6585), the format of such networks (RFC 8908), a web page with a successful status, or a redirect to another site. The service's own
 * responses are JSON (service.md §Requests).
 */
export function isSignInPage({ status, headers, json, text, redirectsAway }: ServiceResponse): boolean {
  const type = headers['content-type'] ?? ''
  if (status === 511 || /^application\/captive\+json/i.test(type)) return true
  if (json !== undefined) return false
  if (status >= 200 && status < 300) return isMarkup(text) || /^(?:text\/html|application\/xhtml)/i.test(type)
  return redirectsAway === true
}
