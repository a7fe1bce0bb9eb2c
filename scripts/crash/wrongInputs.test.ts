import { expect, test } from 'vitest'
import { wrongInputs } from './wrongInputs.ts'

const clicked = (prompt: string): string | null => (prompt === 'from a picture' ? 'its hash' : null)
const bill = (prompt: string, ...files: string[]) => ({ prompt, files })

test('a service that received exactly the clicked files is correct', () => {
  expect(wrongInputs([bill('from a picture', 'its hash'), bill('from words')], clicked)).toEqual([])
})

test('reports another file, a missing file, an extra file and a file that was not clicked', () => {
  const bills = [
    bill('from a picture', 'another hash'),
    bill('from a picture'),
    bill('from a picture', 'its hash', 'its hash'),
    bill('from words', 'its hash'),
  ]
  expect(wrongInputs(bills, clicked)).toHaveLength(4)
})
