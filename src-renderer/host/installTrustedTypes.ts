declare global {
  interface Window {
    /** Only browsers that enforce the policy have this API. */
    trustedTypes?: {
      createPolicy: (name: string, rules: { createScriptURL: (address: string) => string }) => unknown
    }
  }
}

/**
 * The content policy lets no text become code (`require-trusted-types-for`). The one exception are our own
 * threads: their script must come from where the window itself comes from.
 */
export function installTrustedTypes(): void {
  window.trustedTypes?.createPolicy('default', {
    createScriptURL: (address) => {
      if (new URL(address, location.href).origin === location.origin) return address
      throw new TypeError('A script from elsewhere was refused')
    },
  })
}
