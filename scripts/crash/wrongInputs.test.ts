import { expect, test } from 'vitest'
import { wrongInputs } from './wrongInputs.ts'

const clicked = (prompt: string): string | null => (prompt === 'from a picture' ? 'its hash' : null)
const bill = (prompt: string, ...files: string[]) => ({ prompt, files })

test('a service that received what was clicked, and nothing where nothing was, is well', () => {
  expect(wrongInputs([bill('from a picture', 'its hash'), bill('from words')], clicked)).toEqual([])
})

test('another file, none, one too many, and one nobody clicked are each told', () => {
  const bills = [
    bill('from a picture', 'another hash'),
    bill('from a picture'),
    bill('from a picture', 'its hash', 'its hash'),
    bill('from words', 'its hash'),
  ]
  expect(wrongInputs(bills, clicked)).toHaveLength(4)
})
