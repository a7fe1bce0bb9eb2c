import { expect, test } from 'vitest'
import { splitSentences } from './splitSentences.ts'

test.each<[string, string[]]>([
  ['One. Two! Three? Four…', ['One.', 'Two!', 'Three?', 'Four…']],
  ['Mr. Gray met Dr. Lund. They left.', ['Mr. Gray met Dr. Lund.', 'They left.']],
  ['It was J. R. Marsh, i.e. the keeper. Then rain.', ['It was J. R. Marsh, i.e. the keeper.', 'Then rain.']],
  ['Bring rope, oil, etc. The boat waits.', ['Bring rope, oil, etc.', 'The boat waits.']],
  ['We met at 5 p.m. on the pier. It was cold.', ['We met at 5 p.m. on the pier.', 'It was cold.']],
  ['It costs 3.50 at most. Fine.', ['It costs 3.50 at most.', 'Fine.']],
  ['“Stop!” she said. “Now.” He did.', ['“Stop!” she said.', '“Now.”', 'He did.']],
  ['He said "Go." Then he left.', ['He said "Go."', 'Then he left.']],
  ['今日は晴れです。明日は雨でしょう。本当に？', ['今日は晴れです。', '明日は雨でしょう。', '本当に？']],
  ['一行目\n\n二行目', ['一行目', '二行目']],
  ['A title\n\nA line that\ngoes on. Next.', ['A title', 'A line that goes on.', 'Next.']],
  ['Wait... what? — !!!\n***', ['Wait... what? — !!!']],
  ['', []],
])('%j', (text, sentences) => {
  expect(splitSentences(text, 'en')).toEqual(sentences)
})

test.each<[string, string, string[]]>([
  ['en', 'Did it work? No. We tried again.', ['Did it work?', 'No.', 'We tried again.']],
  ['en', 'See No. 5 and Nos. 7 to 9. Then go.', ['See No. 5 and Nos. 7 to 9.', 'Then go.']],
  ['fr', 'Je sais où il est. Elle part.', ['Je sais où il est.', 'Elle part.']],
  ['fr', 'M. Martin et Mme. Petit sont là. Bien.', ['M. Martin et Mme. Petit sont là.', 'Bien.']],
  ['es', 'Este es el faro. La Sra. Gil no está.', ['Este es el faro.', 'La Sra. Gil no está.']],
  ['de', 'Es ist z.B. Nr. 5 gemeint. Gut.', ['Es ist z.B. Nr. 5 gemeint.', 'Gut.']],
])('%s: %j', (language, text, sentences) => {
  expect(splitSentences(text, language)).toEqual(sentences)
})

test('an invalid language tag is ignored', () => {
  expect(splitSentences('One. Two.', 'English (US)!')).toEqual(['One.', 'Two.'])
})

test('a long sentence is split at its last pause within the limit, otherwise between words, otherwise anywhere', () => {
  expect(splitSentences('The lamp turned slowly, and the sea below it answered.', 'en', { max: 30 })).toEqual(
    ['The lamp turned slowly,', 'and the sea below it answered.'],
  )
  expect(splitSentences('one two three four five six', 'en', { max: 12 })).toEqual([
    'one two',
    'three four',
    'five six',
  ])
  expect(splitSentences('一二三四五六七八九十', 'zh', { max: 4 })).toEqual(['一二三四', '五六七八', '九十'])
})

test('numbers and times are not split at their punctuation', () => {
  expect(splitSentences('The keeper paid 1,000 crowns', 'en', { max: 20 })).toEqual([
    'The keeper paid',
    '1,000 crowns',
  ])
  expect(splitSentences('We left at 10:30 today', 'en', { max: 14 })).toEqual(['We left at', '10:30 today'])
})

test('a long sentence is split at fullwidth punctuation', () => {
  expect(splitSentences('他走进房间，坐下来，然后开始读书。', 'zh', { max: 8 })).toEqual([
    '他走进房间，',
    '坐下来，',
    '然后开始读书。',
  ])
  expect(splitSentences('他带来三样：灯、绳子和油；', 'zh', { max: 10 })).toEqual([
    '他带来三样：灯、',
    '绳子和油；',
  ])
})

test('no part exceeds the limit, and no word is lost', () => {
  const text =
    'So it went on, year after year: fog, light, fog again. 🎉🎉🎉 And then? Nothing at all happened, Mr. Gray said.'
  for (const max of [12, 20, 33, 60, 500]) {
    const parts = splitSentences(text, 'en', { max })
    expect(parts.every((part) => Array.from(part).length <= max)).toBe(true)
    const letters = (value: string) => value.replaceAll(/[\s🎉]+/gu, '')
    expect(letters(parts.join(''))).toBe(letters(text))
  }
})

test('a part below the minimum is joined with its neighbour', () => {
  expect(splitSentences('No. It was never there. Ah.', 'en', { min: 5 })).toEqual([
    'No. It was never there. Ah.',
  ])
})
