import { describe, expect, it, test } from 'vitest'
import { StudioError } from '../../../../src-preload/shared/StudioError.ts'
import { createEnvironmentId, normalizeAddress } from './normalizeInput.ts'

const reasonOf = (typed: string): unknown => {
  try {
    return normalizeAddress(typed)
  } catch (error) {
    return error instanceof StudioError && error.problem.code === 'connection_bad_address'
      ? error.problem.params?.reason
      : error
  }
}

it.each([
  ['https://api.example.com', 'https://api.example.com'],
  ['  https://API.Example.com/ \n', 'https://api.example.com'],
  ['https://api.example.com:8443/gateway//', 'https://api.example.com:8443/gateway'],
  ['https://api.example.com/api/v1/client', 'https://api.example.com'],
  ['https://api.example.com/api/v1/client/', 'https://api.example.com'],
  ['https://api.example.com/x/api/v1/client/', 'https://api.example.com/x'],
  ['https://api.example.com/api/v1/clients', 'https://api.example.com/api/v1/clients'],
  ['api.example.com', 'https://api.example.com'],
  ['localhost:4000', 'http://localhost:4000'],
  ['localhost:443', 'http://localhost:443'],
  ['127.0.0.1:443/api/v1/client', 'http://127.0.0.1:443'],
  ['[::1]:443', 'http://[::1]:443'],
  ['localhost:80', 'http://localhost'],
  ['api.example.com:443', 'https://api.example.com'],
  ['api.example.com:80', 'https://api.example.com:80'],
  ['http://127.0.0.1:4000', 'http://127.0.0.1:4000'],
  ['http://127.9.9.9', 'http://127.9.9.9'],
  ['http://0x7f.1/', 'http://127.0.0.1'],
  ['http://[::1]:80', 'http://[::1]'],
  ['https://localhost', 'https://localhost'],
])('normalizes %j to %s', (typed, address) => expect(normalizeAddress(typed)).toBe(address))

describe('rejects an address with a reason', () => {
  it.each([
    ['', 'not_a_url'],
    ['https://', 'not_a_url'],
    ['not an address', 'not_a_url'],
    ['http://api.example.com', 'not_https'],
    ['http://127.0.0.1.example.com', 'not_https'],
    ['http://localhost.example.com', 'not_https'],
    ['http://192.168.1.5', 'not_https'],
    ['ftp://localhost', 'not_https'],
    ['file:///etc', 'not_a_url'],
    ['https://user:secret@api.example.com', 'credentials'],
    ['https://api.example.com?key=1', 'query'],
    ['https://api.example.com/#top', 'fragment'],
  ])('%j: %s', (typed, reason) => expect(reasonOf(typed)).toBe(reason))
})

test('derives a stable id from the address of the environment’s connection', () => {
  expect(createEnvironmentId('http://localhost:9000')).toBe(createEnvironmentId('http://localhost:9000'))
  expect(createEnvironmentId('http://localhost:9000')).not.toBe(createEnvironmentId('http://localhost:9001'))
})
