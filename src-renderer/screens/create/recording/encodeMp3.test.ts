import { expect, test } from 'vitest'
import { encodeMp3 } from './encodeMp3.ts'

const RATE = 44_100
const tone = (seconds: number) =>
  Float32Array.from({ length: RATE * seconds }, (_, at) => 0.5 * Math.sin((at * 2 * Math.PI * 440) / RATE))

test('makes MP3 frames of the length of the sound', () => {
  const bytes = encodeMp3([tone(2), tone(2)], RATE).reduce((sum, part) => sum + part.length, 0)
  const seconds = (bytes * 8) / 128_000
  expect(seconds).toBeGreaterThan(1.9)
  expect(seconds).toBeLessThan(2.2)
})

test('begins as an MP3 does, with one channel', () => {
  const [first] = encodeMp3([tone(1)], RATE)
  expect(first?.[0]).toBe(0xff)
  expect((first?.[1] ?? 0) & 0xe6).toBe(0xe2)
  expect((first?.[3] ?? 0) >> 6).toBe(3)
})
