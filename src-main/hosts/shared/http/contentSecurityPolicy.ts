/** The policy for both hosts: the window can only access the studio and its media. */
const buildPolicy = (media: string, connect: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src 'self' blob: data: ${media}`.trimEnd(),
    `media-src 'self' blob: ${media}`.trimEnd(),
    "font-src 'self'",
    "worker-src 'self'",
    `connect-src ${connect}`,
    "frame-src 'none'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types default',
  ].join('; ')

/** Electron: everything uses IPC, so the window has no network access. */
export const electronPolicy = buildPolicy('media:', "'none'")

/** Browser: calls and events go to our own origin only; `'self'` includes its WebSocket. */
export const browserPolicy = buildPolicy('', "'self'")

/** Headers of every page and script of Easel. */
export const securityHeaders = (csp: string): Record<string, string> => ({
  'Content-Security-Policy': csp,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
})
