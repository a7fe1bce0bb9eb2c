import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { transcriptSchema } from '../../../../../src-preload/contract/types/text.ts'
import { readTranscript } from './readText.ts'

const segment = (start: number | null, end: number | null, text: string, speaker: string | null = null) => ({
  start,
  end,
  speaker,
  text,
})
const two = [segment(0, 4.07, 'Hello there.'), segment(4.07, 61.5, 'General greeting.')]

describe('a transcript', () => {
  it.each([
    [
      'with ranges in brackets',
      '[00:00:00.000 --> 00:00:04.070]  Hello there.\n[00:00:04.070 --> 00:01:01.500] General greeting.',
    ],
    [
      'with Windows line ends and short stamps',
      '[00:00.000 - 00:04.070] Hello there.\r\n[00:04.070 - 01:01.500] General greeting.',
    ],
    ['with seconds', '[0.00s -> 4.07s] Hello there.\n[4.07s -> 61.5s] General greeting.'],
    [
      'in SRT',
      '1\n00:00:00,000 --> 00:00:04,070\nHello there.\n\n2\n00:00:04,070 --> 00:01:01,500\n<i>General</i> greeting.\n',
    ],
    [
      'in SRT without blank lines',
      '1\n00:00:00,000 --> 00:00:04,070\nHello there.\n2\n00:00:04,070 --> 00:01:01,500\nGeneral greeting.',
    ],
    [
      'in WebVTT',
      '\ufeffWEBVTT - title\n\nNOTE by hand\n\nintro\n00:00.000 --> 00:04.070 align:start\nHello there.\n\n00:04.070 --> 00:01:01.500\n<c.red>General</c> greeting.\n',
    ],
    [
      'as segments',
      JSON.stringify({
        text: 'Hello there. General greeting.',
        language: 'en',
        segments: [
          { id: 0, start: 0, end: 4.07, text: ' Hello there.' },
          { id: 1, start: 4.07, end: 61.5, text: ' General greeting.' },
        ],
      }),
    ],
    [
      'as chunks',
      JSON.stringify({
        text: 'x',
        chunks: [
          { timestamp: [0, 4.07], text: ' Hello there.' },
          { timestamp: [4.07, 61.5], text: ' General greeting.' },
        ],
      }),
    ],
    [
      'as a bare list with times as text',
      JSON.stringify([
        { start: '00:00:00.000', end: '00:00:04.070', text: 'Hello there.' },
        { start: '4.07', duration: 57.43, text: 'General greeting.' },
      ]),
    ],
    [
      'as offsets in milliseconds',
      JSON.stringify({
        transcription: [
          { offsets: { from: 0, to: 4070 }, text: 'Hello there.' },
          { timestamps: { from: '00:00:04,070', to: '00:01:01,500' }, text: 'General greeting.' },
        ],
      }),
    ],
    [
      'inside a response',
      JSON.stringify({
        data: {
          result: {
            segments: [
              { start: 0, end: 4.07, text: 'Hello there.' },
              { start: 4.07, end: 61.5, text: 'General greeting.' },
            ],
          },
        },
      }),
    ],
    [
      'as JSON in a string',
      JSON.stringify(
        JSON.stringify({
          segments: [
            { start: 0, end: 4.07, text: 'Hello there.' },
            { start: 4.07, end: 61.5, text: 'General greeting.' },
          ],
        }),
      ),
    ],
    [
      'as words',
      JSON.stringify({
        words: [
          { word: 'Hello', start: 0, end: 1 },
          { word: 'there.', start: 1, end: 4.07 },
          { word: 'General', start: 4.07, end: 5 },
          { word: 'greeting.', start: 5, end: 61.5 },
        ],
      }),
    ],
    [
      'as words with punctuation in channels with alternatives',
      JSON.stringify({
        results: {
          channels: [
            {
              alternatives: [
                {
                  transcript: 'Hello there. General greeting.',
                  words: [
                    { word: 'hello', punctuated_word: 'Hello', start: 0, end: 1 },
                    { word: 'there', punctuated_word: 'there.', start: 1, end: 4.07 },
                    { word: 'general', punctuated_word: 'General', start: 4.07, end: 5 },
                    { word: 'greeting', punctuated_word: 'greeting.', start: 5, end: 61.5 },
                  ],
                },
                { transcript: 'Hello bear.' },
              ],
            },
          ],
        },
      }),
    ],
    [
      'as results with alternatives of words',
      JSON.stringify({
        results: [
          {
            alternatives: [
              {
                transcript: 'Hello there.',
                words: [
                  { word: 'Hello', startTime: '0s', endTime: '1s' },
                  { word: 'there.', startTime: '1s', endTime: '4.070s' },
                ],
              },
              { transcript: 'Yellow bear.' },
            ],
          },
          {
            alternatives: [{ words: [{ word: 'General greeting.', startTime: '4.070s', endTime: '61.5s' }] }],
          },
        ],
      }),
    ],
    [
      'as words and spaces with text',
      JSON.stringify({
        text: 'Hello there. General greeting.',
        words: [
          { text: 'Hello', start: 0, end: 1, type: 'word' },
          { text: ' ', start: 1, end: 1, type: 'spacing' },
          { text: 'there.', start: 1, end: 4.07, type: 'word' },
          { text: ' ', start: 4.07, end: 4.07, type: 'spacing' },
          { text: 'General', start: 4.07, end: 5, type: 'word' },
          { text: ' ', start: 5, end: 5, type: 'spacing' },
          { text: 'greeting.', start: 5, end: 61.5, type: 'word' },
        ],
      }),
    ],
  ])('%s has segments with times', (_, content) => {
    expect(readTranscript(content).segments).toEqual(two)
  })

  it('with alternatives but without times has only the text of the first ones', () => {
    const results = [
      { alternatives: [{ transcript: 'Hello there.' }, { transcript: 'Yellow bear.' }] },
      { alternatives: [{ transcript: 'General greeting.', words: [{ word: 'General' }] }] },
    ]
    expect(readTranscript(JSON.stringify({ results })).segments).toEqual([
      segment(null, null, 'Hello there.'),
      segment(null, null, 'General greeting.'),
    ])
  })

  it('with words without times keeps the lines of its text', () => {
    const content = { text: 'Hello\nthere', words: [{ text: 'Hello' }, { text: 'there' }] }
    expect(readTranscript(JSON.stringify(content)).segments.map(({ text }) => text)).toEqual([
      'Hello',
      'there',
    ])
  })

  it('without timestamps is split into lines', () => {
    expect(readTranscript(' First line.\n\nSecond [Music] line, 1-2 pm.\n')).toEqual({
      segments: [segment(null, null, 'First line.'), segment(null, null, 'Second [Music] line, 1-2 pm.')],
      text: 'First line.\n\nSecond [Music] line, 1-2 pm.',
    })
  })

  it.each([
    ['[SPEAKER_01]: Yes.', 'Speaker 2'],
    [JSON.stringify([{ text: 'Yes.', speaker: 'SPEAKER_00' }]), 'Speaker 1'],
    [JSON.stringify([{ text: 'Yes.', speaker_id: 'speaker_11' }]), 'Speaker 12'],
    ['WEBVTT\n\n00:01.000 --> 00:02.000\n<v SPEAKER_00>Yes.</v>', 'Speaker 1'],
    ['Speaker 2: Yes.', 'Speaker 2'],
    [JSON.stringify([{ text: 'Yes.', speaker: 'Ann' }]), 'Ann'],
    [JSON.stringify([{ text: 'Yes.', speaker: 0 }]), 'Speaker 0'],
    ['WEBVTT\n\n00:01.000 --> 00:02.000\n<v Ann &amp; Bob>Yes.</v>', 'Ann & Bob'],
  ])('%j has a speaker', (content, speaker) => {
    expect(readTranscript(content).segments).toMatchObject([{ speaker, text: 'Yes.' }])
  })

  it.each([
    'Speakers: not one',
    '[1-2] a footnote',
    '[1,2-3] two footnotes',
    'At 10:30 we met',
    '{curly} words',
    '[Music]',
    '"Quoted" at first',
  ])('of %j is plain text', (content) => {
    expect(readTranscript(content)).toEqual({ segments: [segment(null, null, content)], text: content })
  })

  it.each([
    '',
    ' \n\t',
    '""',
    '[]',
    '{"text":""}',
    '{"segments":[]}',
    '{"text":"","segments":[]}',
    '\ufeff',
    '{"data":{"text":""}}',
  ])('of %j is empty without an error', (content) => {
    expect(readTranscript(content)).toEqual({ segments: [], text: '' })
  })

  it('finds the segments beside or below an empty text', () => {
    const segments = [
      { start: 0, end: 4.07, text: 'Hello there.' },
      { start: 4.07, end: 61.5, text: 'General greeting.' },
    ]
    for (const content of [
      { text: '', segments },
      { text: '', result: { segments } },
      { text: ' ', data: segments },
    ])
      expect(readTranscript(JSON.stringify(content)).segments).toEqual(two)
  })

  it('of unknown JSON is the JSON as text', () => {
    expect(readTranscript('{"a":[1,2]}').text).toBe('{"a":[1,2]}')
    expect(readTranscript('[1,2]').text).toBe('[1,2]')
  })

  it('keeps continuation lines and text before the first timestamp', () => {
    expect(readTranscript('Title\n[00:01] one\nmore\n[00:05] two').segments).toEqual([
      segment(null, null, 'Title'),
      segment(1, null, 'one\nmore'),
      segment(5, null, 'two'),
    ])
  })

  it.each([
    ['Don&#39;t say &quot;no&quot; &apos;&amp;#39;', `Don't say "no" '&#39;`],
    ['&#x1F600; &#X41; &#65;&#8203;B', '😀 A A\u200bB'],
    [
      'a&#0;b &#xD800; &#99999999999; &unknown; &constructor; &AMP; &#; &amp',
      'a\ufffdb \ufffd \ufffd &unknown; &constructor; &AMP; &#; &amp',
    ],
  ])('in WebVTT with %j has its characters', (text, shown) => {
    expect(readTranscript(`WEBVTT\n\n00:01.000 --> 00:02.000\n${text}`).segments).toEqual([
      segment(1, 2, shown),
    ])
  })

  it('in WebVTT with several voices in a cue has a segment for each of them', () => {
    const cue = '<v Ann>Hi.\n<v.loud Bob>Bye,</v> <v Bob>Ann.</v>\n<v Eve>'
    expect(readTranscript(`WEBVTT\n\n00:01.000 --> 00:02.000\nOnce. ${cue}`).segments).toEqual([
      segment(1, 2, 'Once.'),
      segment(1, 2, 'Hi.', 'Ann'),
      segment(1, 2, 'Bye, Ann.', 'Bob'),
    ])
  })

  it('ignores impossible times', () => {
    const content = JSON.stringify([
      { start: -1, end: 2, text: 'a' },
      { start: 5, end: 2, text: 'b' },
      { start: 'soon', end: null, text: 'c' },
    ])
    expect(readTranscript(content).segments).toEqual([
      segment(null, 2, 'a'),
      segment(5, null, 'b'),
      segment(null, null, 'c'),
    ])
  })

  it('of words has the speakers of its words, otherwise the speaker of the item', () => {
    const words = [
      { text: 'Hi', start: 0, end: 1, speaker_id: 'speaker_0' },
      { text: 'you', start: 1, end: 2, speaker_id: 'speaker_1' },
    ]
    expect(readTranscript(JSON.stringify({ text: 'Hi you', words })).segments).toEqual([
      segment(0, 1, 'Hi', 'Speaker 1'),
      segment(1, 2, 'you', 'Speaker 2'),
    ])
    const items = [{ text: 'Hi.', speaker: 'Ann', words: [{ text: 'Hi.', start: 0, end: 1 }] }]
    expect(readTranscript(JSON.stringify(items)).segments).toEqual([segment(0, 1, 'Hi.', 'Ann')])
  })

  it('of Chinese, Japanese or Thai words has no spaces between them, but between other words', () => {
    const texts = ['你', '好', '，', 'Easel', '와', '나', 'ภาษา', 'ไทย']
    const words = texts.map((word, start) => ({ word, start, end: start + 1 }))
    expect(readTranscript(JSON.stringify({ words })).text).toBe('你好， Easel 와 나 ภาษาไทย')
  })

  it('splits words at sentences, pauses and speakers', () => {
    const words = [
      { word: ' So', start: 0, end: 1, speaker: 'A' },
      { word: ' well.', start: 1, end: 2, speaker: 'A' },
      { word: ' And', start: 2, end: 3, speaker: 'A' },
      { word: ' then', start: 9, end: 10, speaker: 'A' },
      { word: ' no', start: 10, end: 11, speaker: 'B' },
    ]
    expect(readTranscript(JSON.stringify({ words })).segments).toEqual([
      segment(0, 2, 'So well.', 'A'),
      segment(2, 3, 'And', 'A'),
      segment(9, 10, 'then', 'A'),
      segment(10, 11, 'no', 'B'),
    ])
  })
})

it('parses any text into a valid transcript without throwing', () => {
  const hostileContent = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc.json({ maxDepth: 8 }),
    fc.json().map((text) => JSON.stringify(text)),
    fc
      .array(
        fc.constantFrom(
          '[00:01]',
          '-->',
          '00:00:01,000 --> 00:00:02,000',
          'WEBVTT',
          '\n',
          '<v A>',
          '{',
          '"',
          '1',
          ' ',
          'é',
          '[1.5 - 2.5]',
          'NOTE',
        ),
      )
      .map((parts) => parts.join('')),
    fc
      .array(
        fc.record(
          {
            text: fc.oneof(fc.string(), fc.integer()),
            start: fc.oneof(fc.double(), fc.string(), fc.constant(null)),
            end: fc.oneof(fc.double(), fc.string()),
            timestamp: fc.anything({ maxDepth: 1 }),
            offsets: fc.anything({ maxDepth: 1 }),
            word: fc.string(),
            words: fc.anything({ maxDepth: 1 }),
          },
          { requiredKeys: [] },
        ),
      )
      .map(
        (segments) =>
          JSON.stringify({ segments }, (_, value: unknown) => (typeof value === 'bigint' ? 1 : value)) ?? '',
      ),
  )
  fc.assert(
    fc.property(hostileContent, (content) => {
      expect(transcriptSchema.safeParse(readTranscript(content)).success).toBe(true)
    }),
    { numRuns: 1000 },
  )
})

it('parses a very long or deep transcript', () => {
  expect(readTranscript('['.repeat(200_000)).segments).toHaveLength(1)
  expect(readTranscript(`${'['.repeat(5000)}${']'.repeat(5000)}`).segments).toHaveLength(1)
  expect(readTranscript('[00:01] a\n'.repeat(50_000)).segments).toHaveLength(50_000)
  expect(readTranscript('0'.repeat(200_000)).segments).toHaveLength(1)
})
