import { expect, test } from 'vitest'
import { snippetSchema } from '../../../../src-preload/contract/types/snippet.ts'
import { settingsSchema } from '../../../../src-preload/contract/types/studio.ts'
import { MAX_SNIPPETS } from '../../../../src-preload/shared/textLimits.ts'
import '../../../i18n/lazyTexts.ts'
import { snippetErrors } from './snippetErrors.ts'

const style = { name: 'style', text: 'oil' }

test.each([
  [
    { name: '', text: '' },
    { name: 'Enter a name.', text: 'Enter a text.' },
  ],
  [
    { name: 'a__b', text: ' \n' },
    { name: expect.stringMatching(/^Use letters/), text: 'Enter a text.' },
  ],
  [{ name: 'a'.repeat(61), text: 'a' }, { name: 'At most 60 characters' }],
  [{ name: 'STYLE', text: 'a' }, { name: 'A snippet named “style” already exists.' }],
  [{ name: 'b', text: 'a'.repeat(5001) }, { text: 'At most 5,000 characters (now 5,001)' }],
  [{ name: 'wild animals 1.5', text: 'a'.repeat(5000) }, {}],
])('%j has the errors %j', (snippet, errors) => expect(snippetErrors(snippet, [style])).toEqual(errors))

test('more snippets than the library holds are refused', () => {
  const others = Array.from({ length: MAX_SNIPPETS }, (_, index) => ({ name: `s${index}`, text: 'a' }))
  expect(snippetErrors(style, others).name).toBe('There are already 200 snippets. Delete some of them.')
  expect(snippetErrors(style, others.slice(1))).toEqual({})
})

test('names that differ only in case are refused by the contract too', () => {
  const { snippets } = settingsSchema.shape
  expect(snippets.safeParse([style, { ...style, name: 'STYLE' }]).success).toBe(false)
  expect(snippets.safeParse([style, { ...style, name: 'styles' }]).success).toBe(true)
})

test('what has no error is accepted by the contract', () => {
  const snippet = { name: 'wild_animals 1.5', text: 'fox' }
  expect(snippetErrors(snippet, [])).toEqual({})
  expect(snippetSchema.safeParse(snippet).success).toBe(true)
})
