import { describe, expect, it } from 'vitest'
import { takeEnvironment } from './takeEnvironment.ts'

describe('takeEnvironment', () => {
  it('answers with the connection and leaves no key behind for children', () => {
    const env = { EASEL_SERVICE_URL: ' https://service.example/ ', EASEL_API_KEY: 'secret', PATH: '/bin' }
    expect(takeEnvironment(env)).toEqual({ address: 'https://service.example/', key: 'secret' })
    expect(env).toEqual({ PATH: '/bin' })
  })

  it.each([
    [{ EASEL_SERVICE_URL: 'https://service.example' }],
    [{ EASEL_API_KEY: 'secret' }],
    [{ EASEL_SERVICE_URL: 'https://service.example', EASEL_API_KEY: '  ' }],
    [{}],
  ])('is null when half of it is missing: %j', (env: NodeJS.ProcessEnv) => {
    expect(takeEnvironment(env)).toBeNull()
    expect(env['EASEL_API_KEY']).toBeUndefined()
  })
})
