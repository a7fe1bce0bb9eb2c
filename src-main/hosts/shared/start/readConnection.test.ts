import { describe, expect, it } from 'vitest'
import { readEnvironment } from './startArguments.ts'

describe('readEnvironment', () => {
  it('returns the connection and removes the key from the environment', () => {
    const env = { EASEL_SERVICE_URL: ' https://service.example/ ', EASEL_API_KEY: 'secret', PATH: '/bin' }
    expect(readEnvironment(env)).toEqual({ address: 'https://service.example/', key: 'secret' })
    expect(env).toEqual({ PATH: '/bin' })
  })

  it.each([
    [{ EASEL_SERVICE_URL: 'https://service.example' }],
    [{ EASEL_API_KEY: 'secret' }],
    [{ EASEL_SERVICE_URL: 'https://service.example', EASEL_API_KEY: '  ' }],
    [{}],
  ])('returns null unless both variables are set: %j', (env: NodeJS.ProcessEnv) => {
    expect(readEnvironment(env)).toBeNull()
    expect(env['EASEL_API_KEY']).toBeUndefined()
  })
})
