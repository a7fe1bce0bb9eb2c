import { readOverrides } from '../../src-main/studio/catalogue/overrides/readOverrides.ts'
import { scanJson } from '../../src-main/studio/catalogue/overrides/scanJson.ts'
import { readTable } from '../../src-main/studio/jobs/batches/readTable.ts'
import { parseXmp } from '../../src-main/studio/library/metadata/formats/parseXmp.ts'
import { parseParametersText } from '../../src-main/studio/library/metadata/readParameters.ts'
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
const GRAPH = {
  '3': {
    class_type: 'KSampler',
    inputs: { seed: 18_446_744_073, steps: 20, positive: ['10', 0], negative: ['10', 1] },
  },
  '6': { class_type: 'CLIPTextEncode', inputs: { text: ['11', 0], clip: ['4', 1] } },
  '7': { class_type: 'CLIPTextEncode', inputs: { text: 'b <lora:a:0.5>', clip: ['4', 1] } },
  '10': { class_type: 'ControlNetApplyAdvanced', inputs: { positive: ['6', 0], negative: ['7', 0] } },
  '11': { class_type: 'StringConcatenate', inputs: { string_a: 'a', string_b: ['12', 0], delimiter: ', ' } },
  '12': { class_type: 'Any Switch (rgthree)', inputs: { any_01: ['3', 0], any_02: ['6', 0] } },
} as const
const DRAWN_GRAPH = {
  nodes: [
    {
      id: 3,
      type: 'KSampler',
      mode: 0,
      inputs: [{ name: 'positive', type: 'CONDITIONING', link: 1 }],
      widgets_values: [1, 'fixed', 20],
    },
    {
      id: 6,
      type: 'CLIPTextEncode',
      mode: 4,
      inputs: [{ name: 'clip', type: 'CLIP', link: null }],
      widgets_values: ['a'],
    },
  ],
  links: [[1, 6, 0, 3, 0, 'CONDITIONING']],
  definitions: { subgraphs: [] },
} as const
const PARAMETERS = [
  'a fox <lora:a:0.5>\nNegative prompt: b\nSteps: 20, Sampler: Euler a, CFG scale: 7, Seed: 1, Size: 8x8, Hires: "a, b", Civitai resources: [{"a":1}]\nTemplate: a',
  '"a [b]" -s 20 -S 1 -W 8 -H 8 -C7.5 -A k_lms',
  '{"positive_prompt":"a","seed":18446744073709551557,"loras":[{"model":{"name":"a"},"weight":1}]}',
  '{"sui_image_params":{"prompt":"a","loras":["a"],"loraweights":["1"]}}',
  '{"prompt":"a","base_model":"a","performance":"Speed","loras":[["a",1]],"resolution":"(8, 8)"}',
  '{"Software":"NovelAI","Comment":"{\\"scale\\":5,\\"uc\\":\\"b\\",\\"v4_prompt\\":{\\"caption\\":{\\"base_caption\\":\\"a\\"}}}"}',
] as const
const XMP =
  '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:d="http://purl.org/dc/elements/1.1/"><d:description><rdf:Alt><rdf:li>a &amp; b</rdf:li></rdf:Alt></d:description></rdf:Description></rdf:RDF></x:xmpmeta>'
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
    () => {
      const graph = toJson(mutate(random.pick<unknown>([GRAPH, DRAWN_GRAPH]), random), random)
      const parameters = random.chance(0.5) ? graph : text(random.pick(PARAMETERS))
      const found = parseParametersText({ text: parameters })
      return found && Object.keys(found.values).length + found.others.length
    },
    () => parseXmp(text(XMP)).size,
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
