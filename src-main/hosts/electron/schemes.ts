import { protocol } from 'electron'

/**
 * `app:` serves the window's code, `media:` the library. Must run before Electron is ready.
 * `corsEnabled` stays off: it would let other origins read them.
 */
export function registerSchemes(): void {
  const privileges = { standard: true, secure: true, supportFetchAPI: true, stream: true, corsEnabled: false }
  protocol.registerSchemesAsPrivileged([
    { scheme: 'app', privileges: { ...privileges, codeCache: true } },
    { scheme: 'media', privileges },
  ])
}
