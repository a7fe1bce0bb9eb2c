/** What both hosts forbid alike; the window reaches the studio and its media, and nothing else in the world. */
const policy = (media: string, connect: string): string =>
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

/** Electron: everything goes over IPC, so the window has no network at all. */
export const electronPolicy = policy('media:', "'none'")

/** Browser: calls and events go to our own address alone; `'self'` covers its WebSocket. */
export const browserPolicy = policy('', "'self'")

/** Sent with every page and script of ours. */
export const codeHeaders = (csp: string): Record<string, string> => ({
  'Content-Security-Policy': csp,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
})
