import { readOverrides } from '../../src-main/studio/catalogue/overrides/readOverrides.ts'
import { scanJson } from '../../src-main/studio/catalogue/overrides/scanJson.ts'
import { readTable } from '../../src-main/studio/jobs/batches/readTable.ts'
import { exportText } from '../../src-main/studio/library/texts/exportText.ts'
import { readEmbedding, readText } from '../../src-main/studio/library/texts/read/readText.ts'
import { StudioError } from '../../src-preload/shared/StudioError.ts'
import { createHostileValue, mutate, mutateText, repeatPiece, toJson } from './hostile.ts'
import type { Random } from './Random.ts'

const TEXTS = [
  'WEBVTT\n\nNOTE a\n\n1\n00:00:01.000 --> 00:00:02.000 align:start\n<v Ann>Hello <b>you</b></v>\n\n00:03.000 --> 00:04.000\nBye',
  '[00:00:01.000 --> 00:00:02.500] Speaker 1: hello\n(0:03) bye\n[1-2] a note',
  '{"segments":[{"start":0,"end":1.5,"text":"a","words":[{"word":" a","start":0,"end":1}]}],"text":"a"}',
  '{"embeddings":[[0.1,0.2],[0.3,0.4]],"data":[{"index":1,"embedding":[1,2]}]}',
  '{"pages":[{"blocks":[{"lines":[{"words":[{"text":"a"}]}]}]}]}',
] as const
const TABLES = ['prompt,steps,seed\na fox,4,1\n"a, ""b""",5,2\n', 'a;b;c\n1;2;3', 'a\tb\n1\t2\n3'] as const
const OVERRIDES = {
  $comment: 'x',
  txt2img: { fields: { steps: { min: 1, max: 50, default: 4 } }, path: 'txt2img' },
  img2img: { files: { image: { maxBytes: 20_000_000, maxSide: 4096, formats: ['jpg'] } } },
  img2mesh: {
    makes: 'text',
    encoding: 'multipart',
    fields: [
      { name: 'image', kind: 'file', media: ['image'], required: true },
      { name: 'faces', kind: 'integer', required: true },
    ],
  },
}

/** The content of an overrides file (`operations.json`), valid or not. */
export function createOverrides(random: Random): string {
  const overrides = toJson(mutate(OVERRIDES, random), random)
  return random.chance(0.5) ? mutateText(overrides, random) : overrides
}

/** Reads one fuzzed table, overrides file, text or embedding; a StudioError is a valid outcome. */
export function createDocumentTarget(random: Random): () => Promise<unknown> {
  const text = (valid: string): string => {
    if (random.chance(0.1)) return repeatPiece(random) + repeatPiece(random)
    return random.chance(0.1) ? toJson(createHostileValue(random), random) : mutateText(valid, random)
  }
  const reads = [
    () => readTable(text(random.pick(TABLES)), random.pick(['csv', 'lines'])).rows.length,
    () => {
      const overrides = createOverrides(random)
      return readOverrides(overrides, scanJson(overrides)).errors.length
    },
    () => {
      const transcript = readText(text(random.pick(TEXTS)), random.pick(['transcript', 'ocr', null]))
      for (const format of ['srt', 'vtt', 'md', 'json', 'txt'] as const)
        exportText(transcript, format, 'title')
      return transcript.segments.length
    },
    () => readEmbedding(text(random.pick(TEXTS)))?.length ?? null,
  ] as const
  return async () => {
    try {
      return random.pick(reads)()
    } catch (error) {
      if (error instanceof StudioError) return error.problem
      throw error
    }
  }
}
