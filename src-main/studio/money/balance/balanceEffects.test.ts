import { expect, test } from 'vitest'
import { type Choice, solveSubsetSum } from './balanceEffects.ts'

const choices = (count: number): Choice[] =>
  Array.from({ length: count }, () => ({ amount: 4, effects: [0, -1], expected: 0 }))

test('finds how many of a few hundred equal jobs were refunded', () => {
  expect(solveSubsetSum(choices(400), (sum) => sum === -12)).toMatchObject({ sum: -12 })
  expect(solveSubsetSum(choices(400), (sum) => sum === -13)).toBe('none')
})

test('leaves thousands of equal jobs undecided, because a solution would take too much time and memory', () => {
  expect(solveSubsetSum(choices(5000), (sum) => sum === -12)).toBe('undecided')
})
