import { expect, test } from 'vitest'
import { Catalogue } from '../Catalogue.ts'
import { operationLabels } from './describeValues.ts'

const { spokenText } = operationLabels(new Catalogue(), () => null)

test('the spoken text of generated speech is its text as entered', () => {
  expect(spokenText('txt2audio', { text: ' Two\nlines. ', style: 'calm' })).toBe(' Two\nlines. ')
})

test.each([
  ['txt2audio', {}],
  ['txt2audio', { text: '  ' }],
  ['txt2audio', { text: 7 }],
  ['txt2music', { prompt: 'piano', lyrics: 'la la' }],
  ['removed', { text: 'hello' }],
])('the spoken text of a result of %s with %j is null', (operation, values) => {
  expect(spokenText(operation, values)).toBeNull()
})
