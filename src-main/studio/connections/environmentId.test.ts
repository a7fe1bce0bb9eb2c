import { expect, test } from 'vitest'
import { environmentId } from './environmentId.ts'

test('jobs of one service are never asked of another: each address is its own connection, the same in every run', () => {
  expect(environmentId('http://localhost:9000')).toBe(environmentId('http://localhost:9000'))
  expect(environmentId('http://localhost:9000')).not.toBe(environmentId('http://localhost:9001'))
})
