import { beforeEach, expect, test } from 'vitest'
import { PromptStepper } from './PromptStepper.ts'

/** Prompts of the history, newest first, in pages of two. */
let history: string[]
let stepper: PromptStepper

beforeEach(() => {
  history = ['fox', 'owl', 'boat']
  stepper = new PromptStepper(async (before) => {
    const from = before ?? 0
    const isLast = from + 2 >= history.length
    return {
      prompts: history.slice(from, from + 2).map((text) => ({ text })),
      next: isLast ? null : from + 2,
    }
  })
})

/** Steps up as often as there are expected texts, each time from the text of the step before. */
async function stepUp(from: string, steps: number): Promise<(string | null)[]> {
  const shown: (string | null)[] = []
  let current = from
  for (let step = 0; step < steps; step++) {
    const text = await stepper.older(current)
    shown.push(text)
    current = text ?? current
  }
  return shown
}

test('steps go back to the oldest prompt and return to what was typed', async () => {
  expect(await stepUp('a draft', 4)).toEqual(['fox', 'owl', 'boat', null])
  expect(['boat', 'owl', 'fox', 'a draft'].map((text) => stepper.newer(text))).toEqual([
    'owl',
    'fox',
    'a draft',
    null,
  ])
})

test('a prompt that is shown already is left out', async () => {
  expect(await stepUp('fox', 2)).toEqual(['owl', 'boat'])
})

test('what was typed is kept when an earlier prompt is edited and stepped away from', async () => {
  expect(await stepUp('a draft', 1)).toEqual(['fox'])
  expect(await stepUp('fox at night', 3)).toEqual(['a draft', 'fox', 'owl'])
})

test('a typed text that was run since is found at its place in the history', async () => {
  await stepUp('a draft', 1)
  history = ['fox at night', 'a draft', ...history]
  expect(await stepUp('fox', 0)).toEqual([])
  expect(await stepUp('new', 4)).toEqual(['fox at night', 'a draft', 'fox', 'owl'])
})

test('a step forward from a typed text does nothing', async () => {
  expect(stepper.newer('a draft')).toBeNull()
  await stepUp('a draft', 1)
  expect(stepper.newer('something else')).toBeNull()
})

test('a step back after choosing a prompt shows what it replaced', async () => {
  stepper.replace('a draft', 'boat')
  expect(await stepUp('boat', 3)).toEqual(['a draft', 'fox', 'owl'])
})

test('a failed request can be repeated', async () => {
  const failing = new PromptStepper(async () => {
    if (history.length > 0) throw new Error('no studio')
    return { prompts: [{ text: 'fox' }], next: null }
  })
  await expect(failing.older('a draft')).rejects.toThrow('no studio')
  history = []
  expect(await failing.older('a draft')).toBe('fox')
})
