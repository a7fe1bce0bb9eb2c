import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ModelList } from '../../src-main/sandbox/models/ModelList.ts'
import type { SandboxModel } from '../../src-main/sandbox/models/SandboxModel.ts'
import type { Fields } from '../../src-main/sandbox/operations/Operation.ts'
import { operations } from '../../src-main/sandbox/operations/operations.ts'
import { createRandom } from '../../src-main/sandbox/random.ts'
import { composeTranscript, writeTranscript } from '../../src-main/sandbox/media/transcript.ts'
import { decodeImage, encodeImage } from '../../src-main/sandbox/media/images/imageCodec.ts'
import { readEmbedding } from '../../src-main/studio/library/texts/read/readText.ts'
import { meanVector, toBlob } from '../../src-main/studio/library/texts/vectors.ts'

/** A file that many seeded results are hard links to. */
export interface SeedFile {
  source: string
  /** The file of its thumbnail; null if its kind has none. */
  thumb: string | null
  kind: 'image' | 'video' | 'audio' | 'text' | 'embedding'
  mime: string
  format: string
  bytes: number
  sha256: string
  width: number | null
  height: number | null
  durationMs: number | null
  /** Content of a text. */
  text: string | null
  /** Mean vector of an embedding as a blob, and its dimension. */
  mean: Uint8Array | null
  dimension: number
}

interface GeneratedFiles {
  type: string
  count: number
  kind: SeedFile['kind']
  fields: (n: number) => Fields
  size?: { width: number; height: number }
  durationMs?: number
}

const SIZES = [
  [320, 256],
  [256, 384],
  [256, 256],
  [448, 192],
] as const
const chooseSize = (n: number) => {
  const [width, height] = SIZES[n % SIZES.length] ?? SIZES[0]
  return { width, height }
}
const scene = (n: number) => `a valley number ${n} at ${n % 2 ? 'dawn' : 'dusk'}`

const GENERATED: GeneratedFiles[] = [
  {
    type: 'txt2img',
    count: 150,
    kind: 'image',
    fields: (n) => ({ prompt: scene(n), ...chooseSize(n), steps: 4, seed: n }),
  },
  {
    type: 'txt2video',
    count: 3,
    kind: 'video',
    fields: (n) => ({ prompt: scene(n), width: 256, height: 192, steps: 1, frames: 12, fps: 12, seed: n }),
    size: { width: 256, height: 192 },
    durationMs: 1000,
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
    durationMs: 2000,
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
    durationMs: 10_000,
  },
  { type: 'txt2embedding', count: 60, kind: 'embedding', fields: (n) => ({ input: scene(n) }) },
]
const TRANSCRIPTS = 60

/** Generates a few hundred distinct files of all kinds in `folder`; `share`: share of them to create, at least one per kind. */
export async function seedFiles(folder: string, share = 1): Promise<SeedFile[]> {
  const models = new ModelList().available()
  const files: SeedFile[] = []
  /**
   * The thumbnail of the latest image. Videos and audio files, which come after the images, get that of the last one.
   */
  let imageThumb: string | null = null
  const addFile = (
    kind: SeedFile['kind'],
    format: string,
    mime: string,
    bytes: Uint8Array,
    details: Partial<SeedFile>,
  ) => {
    const source = join(folder, `${kind}-${files.length}.${format}`)
    writeFileSync(source, bytes)
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const thumb = kind === 'image' || kind === 'video' || kind === 'audio' ? imageThumb : null
    const none = { width: null, height: null, durationMs: null, text: null, mean: null, dimension: 0, thumb }
    files.push({ source, kind, mime, format, bytes: bytes.length, sha256, ...none, ...details })
  }
  for (const { type, count, kind, fields, size, durationMs = null } of GENERATED) {
    const operation = operations.find((candidate) => candidate.type === type)
    const model = models.find(({ types }) => types.includes(type))
    if (!operation || !model) throw new Error(`The sandbox does not serve ${type}`)
    for (let n = 0; n < Math.ceil(count * share); n++) {
      const plan = operation.plan({ fields: fields(n), inputs: [], model, random: createRandom(n) })
      const { main } = operation.formats(plan)
      const { bytes, mime } = await operation.generate(plan, main, () =>
        Promise.reject(new Error('No inputs')),
      )
      if (kind === 'image') {
        imageThumb = join(folder, `image-${files.length}.thumb.webp`)
        writeFileSync(imageThumb, (await encodeImage(await decodeImage(bytes), 'webp')).bytes)
      }
      const shape = kind === 'image' ? chooseSize(n) : size
      addFile(kind, main, mime, bytes, {
        ...shape,
        durationMs,
        ...(kind === 'embedding' && computeMean(bytes)),
      })
    }
  }
  for (let n = 0; n < Math.ceil(TRANSCRIPTS * share); n++) {
    const text = writeTranscript(composeTranscript(`recording ${n}`, 30 + n), n % 2 === 0)
    addFile('text', 'txt', 'text/plain', Buffer.from(text), { text })
  }
  return files
}

function computeMean(bytes: Uint8Array): Partial<SeedFile> {
  const vectors = readEmbedding(Buffer.from(bytes).toString('utf8')) ?? []
  const mean = meanVector(vectors)
  return { mean: toBlob(mean), dimension: mean.length }
}

/** The sandbox's models for an inference type. */
export function findModels(type: string): SandboxModel[] {
  return new ModelList().available().filter(({ types }) => types.includes(type))
}
