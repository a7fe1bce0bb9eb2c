import { expect, test } from 'vitest'
import { snippetSchema } from '../../../../src-preload/contract/types/snippet.ts'
import '../../../i18n/lazyTexts.ts'
import { snippetErrors } from './useSnippets.ts'

test.each([
  [
    { name: '', text: '' },
    { name: 'Enter a name.', text: 'Enter some text.' },
  ],
  [
    { name: 'a__b', text: ' \n' },
    { name: expect.stringMatching(/^Use letters/), text: 'Enter some text.' },
  ],
  [{ name: 'a'.repeat(61), text: 'a' }, { name: 'At most 60 characters' }],
  [{ name: 'b', text: 'a'.repeat(5001) }, { text: 'At most 5,000 characters (now 5,001)' }],
  [{ name: 'wild animals 1.5', text: 'a'.repeat(5000) }, {}],
])('%j has the errors %j', (snippet, errors) => expect(snippetErrors(snippet)).toEqual(errors))

test('a snippet without errors is accepted by the schema of the contract', () => {
  const snippet = { name: 'wild_animals 1.5', text: 'fox' }
  expect(snippetErrors(snippet)).toEqual({})
  expect(snippetSchema.safeParse(snippet).success).toBe(true)
})
