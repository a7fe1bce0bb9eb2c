import { readFileSync } from 'node:fs'
import { createSecureContext, getCACertificates, rootCertificates, type SecureContext } from 'node:tls'

let context: SecureContext | null = null

/**
 * The root certificates that servers are checked with: Node's own, the system's, and those of the file in `NODE_EXTRA_CA_CERTS`, which a
 * packaged Electron ignores. Read once, because that takes about 100 ms.
 */
export function getSecureContext(): SecureContext {
  context ??= createSecureContext({ ca: listTrustedRoots(process.env) })
  return context
}

/** All trusted root certificates in PEM format, each once. */
export function listTrustedRoots(env: NodeJS.ProcessEnv): string[] {
  return [...new Set([...rootCertificates, ...readSystemRoots(), ...readExtraRoots(env)])]
}

function readSystemRoots(): readonly string[] {
  try {
    return getCACertificates('system')
  } catch {
    // Without the system's store, the others are still trusted.
    return []
  }
}

const CERTIFICATE = /-----BEGIN (?:TRUSTED )?CERTIFICATE-----[^-]+-----END (?:TRUSTED )?CERTIFICATE-----/g

/** A file that can't be read is ignored, as Node does. */
function readExtraRoots(env: NodeJS.ProcessEnv): readonly string[] {
  const file = env['NODE_EXTRA_CA_CERTS']
  if (!file) return []
  try {
    return readFileSync(file, 'utf8').match(CERTIFICATE) ?? []
  } catch {
    return []
  }
}
