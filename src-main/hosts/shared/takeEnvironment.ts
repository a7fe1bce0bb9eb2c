/**
 * Reads the connection given by `EASEL_SERVICE_URL` and `EASEL_API_KEY` and removes both, so that no child
 * process inherits the key. Null unless both are given.
 */
export function takeEnvironment(env: NodeJS.ProcessEnv): { address: string; key: string } | null {
  const address = env['EASEL_SERVICE_URL']?.trim()
  const key = env['EASEL_API_KEY']?.trim()
  delete env['EASEL_SERVICE_URL']
  delete env['EASEL_API_KEY']
  return address && key ? { address, key } : null
}
