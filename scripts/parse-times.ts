import { parseArgs } from 'node:util'
import { parseXmp } from '../src-main/studio/library/metadata/formats/parseXmp.ts'
import { parseParametersText } from '../src-main/studio/library/metadata/readParameters.ts'
import { readTranscript } from '../src-main/studio/library/texts/read/readText.ts'
import { Random } from './fuzz/Random.ts'

/*
 * Measures the processor time of parsers of untrusted texts against the length of generated hostile texts: a text of
 * twice the length may take at most about twice the time. `--count` texts for each parser, the same ones for the same
 * `--seed`. The limits are generous, because other programs share the processor; what is quadratic exceeds them by far.
 */
const { values } = parseArgs({
  options: { count: { type: 'string', default: '200' }, seed: { type: 'string', default: '1' } },
})
const random = new Random(Number(values.seed))

const PARSERS: Record<string, (text: string) => unknown> = {
  parameters: (text) => parseParametersText({ text }),
  xmp: parseXmp,
  transcript: readTranscript,
}
const PIECES = [
  ',',
  ':',
  ': ',
  '：',
  '"',
  '\\',
  '\\"',
  '[',
  ']',
  '{',
  '}',
  '<',
  '>',
  '<a>',
  '</a>',
  '<a ',
  'b="c" ',
  'xmlns:a="b" ',
  '&amp;',
  '\n',
  'a',
  'a: b, ',
  'a: [',
  'a: {',
  'a: "',
  'Steps: 1, Seed: 2, ',
  'Negative prompt: ',
  'Template: a\n',
  '<lora:',
  '<lora:a:1>',
  '12345678901234567890,',
  '{"1":',
  '["a",0],',
  '"1":{"class_type":"KSampler","inputs":{"positive":["1",0],"seed":1}},',
  '00:01 --> 00:02\n',
  '[00:01] ',
  '<v a>',
  'WEBVTT\n',
  'NOTE\n\n',
  '-->',
  '"text":"a",',
  '"start":1,',
  '-s 1 ',
  '\u0000',
  'é',
] as const
const STARTS = [
  '',
  '{',
  '[',
  '"',
  '{"1":{"class_type":"KSampler","inputs":{',
  '{"nodes":[',
  '{"segments":[',
  '<x>',
  '<x ',
  'WEBVTT\n\n',
  'prompt:{"a":"',
] as const
const ENDS = ['', '}', ']', '"', ':', '\nSteps: 1, Seed: 2', '}}}', ']}', '</x>', '></x>'] as const

const LENGTHS = [1 << 18, 1 << 19, 1 << 20]
/** Shorter times say nothing about the growth. */
const MIN_MS = 40
const MAX_GROWTH = 3.5
const MAX_MS_PER_MEGABYTE = 400

function measure(parse: (text: string) => unknown, text: string): number {
  let best = Infinity
  for (let run = 0; run < 3 && best > MIN_MS / 4; run++) {
    const before = process.cpuUsage()
    parse(text)
    const { user, system } = process.cpuUsage(before)
    best = Math.min(best, (user + system) / 1000)
  }
  return best
}

for (const [name, parse] of Object.entries(PARSERS)) {
  let slowest = { ms: 0, what: '' }
  for (let n = 0; n < Number(values.count); n++) {
    const unit = Array.from({ length: 1 + random.below(3) }, () => random.pick(PIECES)).join('')
    const [start, end] = [random.pick(STARTS), random.pick(ENDS)]
    const times = LENGTHS.map((length) =>
      measure(parse, start + unit.repeat(Math.ceil(length / unit.length)) + end),
    )
    const [, half = 0, full = 0] = times
    const what = `${name} of ${JSON.stringify(`${start}(${unit})*${end}`)}: ${times.map((ms) => ms.toFixed(1)).join(', ')} ms`
    if (full > slowest.ms) slowest = { ms: full, what }
    if (full > MAX_MS_PER_MEGABYTE || (full > MIN_MS && full > MAX_GROWTH * Math.max(half, MIN_MS / 4))) {
      console.error(`✗ ${what}`)
      process.exitCode = 1
    }
  }
  console.log(`Slowest: ${slowest.what}`)
}
