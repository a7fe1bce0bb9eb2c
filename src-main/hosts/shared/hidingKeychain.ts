import type { Keychain } from '../../studio/world.ts'

/** A keychain that tells `hide` every secret passing through it, before anything else can see it. */
export const hidingKeychain = (keychain: Keychain, hide: (secret: string) => void): Keychain => ({
  get: async (account) => {
    const secret = await keychain.get(account)
    if (secret !== null) hide(secret)
    return secret
  },
  set: async (account, secret) => {
    hide(secret)
    await keychain.set(account, secret)
  },
  delete: (account) => keychain.delete(account),
})
