import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Catalogue } from '../../src-main/sandbox/models/Catalogue.ts'
import type { SandboxModel } from '../../src-main/sandbox/models/SandboxModel.ts'
import type { Fields } from '../../src-main/sandbox/operations/Operation.ts'
import { operations } from '../../src-main/sandbox/operations/operations.ts'
import { createRandom } from '../../src-main/sandbox/random.ts'
import { composeTranscript } from '../../src-main/sandbox/media/texts/composeTranscript.ts'
import { writeTranscript } from '../../src-main/sandbox/media/texts/writeTranscript.ts'
import { readEmbedding } from '../../src-main/studio/library/texts/read/readEmbedding.ts'
import { meanVector, toBlob } from '../../src-main/studio/library/texts/vectors.ts'

/** A file that many seeded results are hard links to. */
export interface SeedFile {
  source: string
  kind: 'image' | 'video' | 'audio' | 'text' | 'embedding'
  mime: string
  format: string
  bytes: number
  sha256: string
  width: number | null
  height: number | null
  durationMs: number | null
  /** Of texts. */
  text: string | null
  /** Of embeddings: the blob of the mean, and its dimension. */
  mean: Uint8Array | null
  dimension: number
}

interface Made {
  type: string
  count: number
  kind: SeedFile['kind']
  fields: (n: number) => Fields
  size?: { width: number; height: number }
  ms?: number
}

const SIZES = [
  [320, 256],
  [256, 384],
  [256, 256],
  [448, 192],
] as const
const sizeOf = (n: number) => {
  const [width, height] = SIZES[n % SIZES.length] ?? SIZES[0]
  return { width, height }
}
const scene = (n: number) => `a valley number ${n} at ${n % 2 ? 'dawn' : 'dusk'}`

const MADE: Made[] = [
  {
    type: 'txt2img',
    count: 150,
    kind: 'image',
    fields: (n) => ({ prompt: scene(n), ...sizeOf(n), steps: 4, seed: n }),
  },
  {
    type: 'txt2video',
    count: 3,
    kind: 'video',
    fields: (n) => ({ prompt: scene(n), width: 256, height: 192, steps: 1, frames: 12, fps: 12, seed: n }),
    size: { width: 256, height: 192 },
    ms: 1000,
  },
  {
    type: 'txt2audio',
    count: 8,
    kind: 'audio',
    fields: (n) => ({
      text: `Number ${n} speaks.`,
      speed: 1,
      sample_rate: 22_050,
      format: 'mp3',
      lang: 'en',
    }),
    ms: 2000,
  },
  {
    type: 'txt2music',
    count: 3,
    kind: 'audio',
    fields: (n) => ({
      caption: scene(n),
      lyrics: '',
      duration: 10,
      inference_steps: 8,
      seed: n,
      format: 'mp3',
    }),
    ms: 10_000,
  },
  { type: 'txt2embedding', count: 60, kind: 'embedding', fields: (n) => ({ input: scene(n) }) },
]
const TRANSCRIPTS = 60

/** Generates a few hundred distinct files of all kinds in `folder`; `share`: share of them to create, at least one per kind. */
export async function seedFiles(folder: string, share = 1): Promise<SeedFile[]> {
  const models = new Catalogue().offered()
  const files: SeedFile[] = []
  const put = (
    kind: SeedFile['kind'],
    format: string,
    mime: string,
    bytes: Uint8Array,
    more: Partial<SeedFile>,
  ) => {
    const source = join(folder, `${kind}-${files.length}.${format}`)
    writeFileSync(source, bytes)
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const none = { width: null, height: null, durationMs: null, text: null, mean: null, dimension: 0 }
    files.push({ source, kind, mime, format, bytes: bytes.length, sha256, ...none, ...more })
  }
  for (const { type, count, kind, fields, size, ms = null } of MADE) {
    const operation = operations.find((one) => one.type === type)
    const model = models.find(({ types }) => types.includes(type))
    if (!operation || !model) throw new Error(`The sandbox does not make ${type}`)
    for (let n = 0; n < Math.ceil(count * share); n++) {
      const plan = operation.plan({ fields: fields(n), inputs: [], model, random: createRandom(n) })
      const { main } = operation.formats(plan)
      const { bytes, mime } = await operation.make(plan, main, () => Promise.reject(new Error('No inputs')))
      const shape = kind === 'image' ? sizeOf(n) : size
      put(kind, main, mime, bytes, { ...shape, durationMs: ms, ...(kind === 'embedding' && meanFrom(bytes)) })
    }
  }
  for (let n = 0; n < Math.ceil(TRANSCRIPTS * share); n++) {
    const text = writeTranscript(composeTranscript(`recording ${n}`, 30 + n), n % 2 === 0)
    put('text', 'txt', 'text/plain', Buffer.from(text), { text })
  }
  return files
}

function meanFrom(bytes: Uint8Array): Partial<SeedFile> {
  const vectors = readEmbedding(Buffer.from(bytes).toString('utf8')) ?? []
  const mean = meanVector(vectors)
  return { mean: toBlob(mean), dimension: mean.length }
}

/** Models by the task that their jobs are of. */
export function modelsOf(type: string): SandboxModel[] {
  return new Catalogue().offered().filter(({ types }) => types.includes(type))
}
