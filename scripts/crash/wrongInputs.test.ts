import { expect, test } from 'vitest'
import { findWrongInputs } from './wrongFiles.ts'

const clicked = (prompt: string): string | null => (prompt === 'from an image' ? 'its hash' : null)
const bill = (prompt: string, ...files: string[]) => ({ prompt, files })

test('reports nothing if the service received exactly the files of the clicks', () => {
  expect(findWrongInputs([bill('from an image', 'its hash'), bill('from words')], clicked)).toEqual([])
})

test('reports a wrong file, a missing file, an extra file and a file of a click without one', () => {
  const bills = [
    bill('from an image', 'another hash'),
    bill('from an image'),
    bill('from an image', 'its hash', 'its hash'),
    bill('from words', 'its hash'),
  ]
  expect(findWrongInputs(bills, clicked)).toHaveLength(4)
})
