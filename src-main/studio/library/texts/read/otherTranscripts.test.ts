import { describe, expect, it } from 'vitest'
import { readTranscript } from './readText.ts'

const segment = (start: number | null, end: number | null, text: string, speaker: string | null = null) => ({
  start,
  end,
  speaker,
  text,
})

describe('a transcript of another program', () => {
  const ms = [
    { text: 'Yeah.', start: 170, end: 718, speaker: 'A' },
    { text: 'As', start: 884, end: 1166, speaker: 'A' },
    { text: 'is.', start: 1610, end: 1900, speaker: 'A' },
  ]
  const inMilliseconds = [segment(0.17, 0.718, 'Yeah.', 'A'), segment(0.884, 1.9, 'As is.', 'A')]

  it.each([
    ['and states its length in seconds', { audio_duration: 6, text: 'Yeah. As is.', words: ms }],
    ['and states no length', { text: 'Yeah. As is.', words: ms }],
    [
      'of utterances',
      {
        utterances: inMilliseconds.map(({ start, end, speaker, text }) => {
          return { start: (start ?? 0) * 1000, end: (end ?? 0) * 1000, speaker, text }
        }),
      },
    ],
  ])('in milliseconds %s has seconds', (_what, content) => {
    expect(readTranscript(JSON.stringify(content)).segments).toEqual(inMilliseconds)
  })

  it.each([
    ['a slow one', [{ start: 0, end: 60, text: 'Hi' }]],
    [
      'a long one',
      [
        { start: 0, end: 30, text: 'A sentence of some length.' },
        { start: 30, end: 4000, text: 'x'.repeat(3000) },
      ],
    ],
    ['one with fractions', [{ start: 0.5, end: 2000, text: 'Hi' }]],
  ])('in whole seconds stays unchanged: %s', (_what, segments) => {
    const read = readTranscript(JSON.stringify({ segments })).segments
    expect(read.map(({ start, end }) => [start, end])).toEqual(segments.map(({ start, end }) => [start, end]))
  })

  it('whose stated length fits its last time is in seconds however slow it is', () => {
    const content = { duration: 2000, segments: [{ start: 0, end: 2000, text: 'Hi' }] }
    expect(readTranscript(JSON.stringify(content)).segments).toEqual([segment(0, 2000, 'Hi')])
  })

  const item = (type: string, content: string, start?: string, end?: string, speaker?: string) => ({
    type,
    ...(start !== undefined && { start_time: start, end_time: end }),
    ...(speaker !== undefined && { speaker_label: speaker }),
    alternatives: [
      { confidence: '1', content },
      { confidence: '0', content: 'other' },
    ],
  })

  it('of Amazon Transcribe has the times of its words, its punctuation and its speakers', () => {
    const items = [
      item('pronunciation', 'There', '0.1', '0.3', 'spk_0'),
      item('pronunciation', 'was', '0.3', '0.5', 'spk_0'),
      item('punctuation', ',', undefined, undefined, 'spk_0'),
      item('pronunciation', 'OK', '0.6', '0.9', 'spk_0'),
      item('punctuation', '.', undefined, undefined, 'spk_0'),
      item('pronunciation', 'Yes', '1.0', '1.4', 'spk_1'),
    ]
    const content = { jobName: 'x', results: { transcripts: [{ transcript: 'There was, OK. Yes' }], items } }
    expect(readTranscript(JSON.stringify(content)).segments).toEqual([
      segment(0.1, 0.9, 'There was, OK.', 'Speaker 1'),
      segment(1, 1.4, 'Yes', 'Speaker 2'),
    ])
  })

  it('of Speechmatics has the times of its words', () => {
    const results = [
      { type: 'word', start_time: 0.2, end_time: 0.6, alternatives: [{ content: 'Hello', speaker: 'S1' }] },
      {
        type: 'punctuation',
        attaches_to: 'previous',
        start_time: 0.6,
        end_time: 0.6,
        alternatives: [{ content: '.', speaker: 'S1' }],
      },
    ]
    expect(readTranscript(JSON.stringify({ format: '2.9', results })).segments).toEqual([
      segment(0.2, 0.6, 'Hello.', 'S1'),
    ])
  })

  it('of Rev has the times of its words', () => {
    const elements = [
      { type: 'text', value: 'Hi', ts: 0.5, end_ts: 0.8 },
      { type: 'punct', value: ', ' },
      { type: 'text', value: 'Ann', ts: 0.9, end_ts: 1.2 },
      { type: 'punct', value: '.' },
    ]
    expect(readTranscript(JSON.stringify({ monologues: [{ speaker: 0, elements }] })).segments).toEqual([
      segment(0.5, 1.2, 'Hi, Ann.', 'Speaker 0'),
    ])
  })

  it.each([
    ['fast', { phrases: [{ offsetMilliseconds: 500, durationMilliseconds: 700, text: 'Hi.' }] }],
    [
      'batch',
      {
        recognizedPhrases: [
          {
            offset: 'PT0.5S',
            offsetInTicks: 5_000_000,
            durationInTicks: 7_000_000,
            nBest: [{ display: 'Hi.' }],
          },
        ],
      },
    ],
    ['real-time', { Offset: 5_000_000, Duration: 7_000_000, DisplayText: 'Hi.' }],
  ])('of Azure (%s) has its times', (kind, content) => {
    const list = kind === 'real-time' ? [content] : content
    expect(readTranscript(JSON.stringify(list)).segments).toEqual([segment(0.5, 1.2, 'Hi.')])
  })

  it('of YouTube has the pieces of each caption and their times', () => {
    const events = [
      { tStartMs: 0, dDurationMs: 9000, id: 1 },
      { tStartMs: 500, dDurationMs: 700, segs: [{ utf8: 'Hi' }, { utf8: ' there', tOffsetMs: 200 }] },
    ]
    expect(readTranscript(JSON.stringify({ wireMagic: 'pb3', events })).segments).toEqual([
      segment(0.5, 1.2, 'Hi there'),
    ])
    expect(
      readTranscript('0:00:00.500,0:00:01.200\nHi there\n\n0:00:02.000,0:00:03.000\nBye').segments,
    ).toEqual([segment(0.5, 1.2, 'Hi there'), segment(2, 3, 'Bye')])
  })
})

it.each([
  ['a style with a blank line', 'STYLE\n::cue {\n\n  color: red;\n}'],
  ['regions of an old version', 'Region: id=a width=40%\nRegion: id=b width=40%'],
  ['a note with a blank line', 'NOTE made\n\nby hand'],
  ['other metadata', 'X-TIMESTAMP-MAP=LOCAL:00:00:00.000\n\nKind: captions'],
])('WebVTT with %s before its first cue has only cues as segments', (_what, before) => {
  const content = `WEBVTT\n\n${before}\n\n00:01.000 --> 00:02.000\nHi.`
  expect(readTranscript(content).segments).toEqual([segment(1, 2, 'Hi.')])
})
