import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Segment } from '../../../../src-preload/contract/types/text.ts'
import { readTranscript } from './read/readText.ts'
import { formatMarkdown, formatSrt, formatVtt } from './exportText.ts'

const segment = (start: number | null, end: number | null, text: string, speaker: string | null = null) => ({
  start,
  end,
  speaker,
  text,
})

describe('subtitles', () => {
  const segments = [
    segment(0, 1.9996, 'Tom & <Jerry> --> run'),
    segment(3599.9999, 360_000.5, 'two\n\nlines', 'Ann'),
    segment(400_000, 400_001, '   '),
  ]

  it('in SRT are numbered from one, have milliseconds and no blank line', () => {
    expect(formatSrt(segments)).toBe(
      '1\n00:00:00,000 --> 00:00:02,000\nTom & <Jerry> → run\n\n' +
        '2\n01:00:00,000 --> 100:00:00,500\nAnn: two\nlines\n',
    )
  })

  it('in SRT name a speaker only where the speaker changes', () => {
    const talk = [
      segment(0, 1, 'one', 'Ann'),
      segment(1, 2, 'two', 'Ann'),
      segment(2, 3, 'three', 'Ben'),
      segment(3, 4, 'four'),
      segment(4, 5, 'five', 'Ben'),
    ]
    const texts = formatSrt(talk)
      ?.split('\n')
      .filter((line) => /[a-z]/.test(line))
    expect(texts).toEqual(['Ann: one', 'two', 'Ben: three', 'four', 'Ben: five'])
  })

  it('in WebVTT have escaped text and the speaker as a voice', () => {
    expect(formatVtt(segments)).toBe(
      'WEBVTT\n\n00:00:00.000 --> 00:00:02.000\nTom &amp; &lt;Jerry&gt; --&gt; run\n\n' +
        '01:00:00.000 --> 100:00:00.500\n<v Ann>two\nlines\n',
    )
  })

  it('without an end last until the next one or for the reading time', () => {
    expect(formatSrt([segment(1, null, 'a long line of words to read'), segment(2, null, 'end')])).toBe(
      '1\n00:00:01,000 --> 00:00:02,000\na long line of words to read\n\n2\n00:00:02,000 --> 00:00:03,000\nend\n',
    )
  })

  it.each([
    ['that start together', [segment(5, null, 'Yes.'), segment(5, null, 'No.')]],
    ['that start in the same millisecond', [segment(5.0001, null, 'Yes.'), segment(5.0004, null, 'No.')]],
    ['that end where they start', [segment(5, 5, 'Yes.'), segment(5.0001, 5.0002, 'No.')]],
    [
      'without a time where the next one starts',
      [segment(4, 5, 'Oh.'), segment(null, null, 'Yes.'), segment(5, 6, 'No.')],
    ],
    ['that end before their start', [segment(4, 6, 'Oh.'), segment(null, 5, 'Yes.')]],
  ])('%s last long enough to read', (_what, given) => {
    const cues = readTranscript(formatSrt(given) ?? '').segments
    expect(cues.map(({ text }) => text)).toEqual(given.map(({ text }) => text))
    for (const { start, end } of cues) expect((end ?? 0) - (start ?? 0)).toBeGreaterThanOrEqual(1)
  })

  it('that start together last until a later one', () => {
    const later = segment(6.5, null, 'end')
    const together = ['a long line of words to read', 'another long line of words'].map((text) =>
      segment(5, null, text),
    )
    expect(readTranscript(formatSrt([...together, later]) ?? '').segments.slice(0, 2)).toMatchObject([
      { end: 6.5 },
      { end: 6.5 },
    ])
  })

  it('without a time follow the previous one', () => {
    expect(formatSrt([segment(1, 2, 'a'), segment(null, null, 'b')])).toContain(
      '00:00:02,000 --> 00:00:03,000\nb',
    )
  })

  it('are null without any times', () => {
    expect(formatSrt([segment(null, null, 'a')])).toBeNull()
    expect(formatVtt([])).toBeNull()
  })
})

describe('exported subtitles', () => {
  const word = fc.string({
    unit: fc.constantFrom(...'abcxyzÄé界 &"\'.-…'.split('')),
    minLength: 1,
    maxLength: 20,
  })
  const text = word.map((given) => `w${given.trim()}w`.replaceAll(/\s+/g, ' '))
  const segments = fc
    .array(fc.record({ text, length: fc.integer({ min: 1, max: 9_000_000 }), gap: fc.nat(5_000_000) }), {
      minLength: 1,
      maxLength: 12,
    })
    .map((parts) => {
      let at = 0
      return parts.map(({ text, length, gap }): Segment => {
        const start = at + gap
        at = start + length
        return segment(start / 1000, at / 1000, text)
      })
    })

  it('can be read back from SRT', () => {
    fc.assert(
      fc.property(segments, (given) => {
        expect(readTranscript(formatSrt(given) ?? '').segments).toEqual(given)
      }),
    )
  })

  it('can be read back from WebVTT with speakers and special characters', () => {
    const rich = fc.tuple(
      segments,
      fc.constantFrom(null, 'Ann', 'A & B', 'Dr. <X>'),
      fc.constantFrom('', '<b>', '&amp;', ' --> ', 'NOTE'),
    )
    fc.assert(
      fc.property(rich, ([given, speaker, mark]) => {
        const marked = given.map((one) => ({ ...one, speaker, text: `${one.text}${mark}w` }))
        expect(readTranscript(formatVtt(marked) ?? '').segments).toEqual(marked)
      }),
    )
  })
})

it('writes Markdown with times, speakers and escaped text', () => {
  const segments = [
    segment(3661.9, null, '# not *a* heading', 'Ann_B'),
    segment(5, null, '1. no list\n- nor this'),
    segment(null, null, 'plain <b>'),
  ]
  expect(formatMarkdown('My\n[title]', segments)).toBe(
    '# My \\[title\\]\n\n' +
      '`1:01:01` **Ann\\_B:** \\# not \\*a\\* heading\n\n' +
      '`0:05` 1\\. no list  \n\\- nor this\n\n' +
      'plain \\<b\\>\n',
  )
})
