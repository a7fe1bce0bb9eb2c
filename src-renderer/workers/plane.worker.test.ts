import { expect, it } from 'vitest'
import { readFloats } from './plane.worker.ts'

it('decodes numbers across page boundaries', () => {
  const page = (...numbers: number[]) => Buffer.from(Float32Array.from(numbers).buffer).toString('base64')
  expect([...readFloats([page(1, -2.5), page(), page(0.125)])]).toEqual([1, -2.5, 0.125])
  expect([...readFloats([])]).toEqual([])
})
