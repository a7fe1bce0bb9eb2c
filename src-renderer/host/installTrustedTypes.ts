declare global {
  interface Window {
    /** Only browsers that enforce the policy have this API. */
    trustedTypes?: {
      createPolicy: (name: string, rules: { createScriptURL: (address: string) => string }) => unknown
    }
  }
}

/**
 * The content policy prevents text from being used as code (`require-trusted-types-for`). The only exception are our own
 * workers, whose scripts must have the same origin as the window.
 */
export function installTrustedTypes(): void {
  window.trustedTypes?.createPolicy('default', {
    createScriptURL: (address) => {
      if (new URL(address, location.href).origin === location.origin) return address
      throw new TypeError('Blocked a script of another origin')
    },
  })
}
