import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import type { Values } from '../../../../src-preload/contract/types/form.ts'
import { pngOf } from '../../testing/media/images.ts'
import { temporaryFolder } from '../../testing/temporaryFolder.ts'
import { libraryWorld } from '../../testing/worlds/libraryWorld.ts'
import { createByteSource } from '../downloads/formats/ByteSource.ts'
import { Embedder } from '../export/embed/Embedder.ts'
import { formatParameters } from '../export/embed/formatParameters.ts'
import { readParameters } from './readParameters.ts'

const PROMPT = 'fog “over” a pier, <dawn> & 霧 🎨\nsecond line'
const VALUES: Values = {
  prompt: PROMPT,
  negative_prompt: 'blurry, "text"',
  steps: 8,
  guidance: 3.5,
  width: 8,
  height: 8,
  tiled: true,
  loras: [{ name: 'ink', weight: 0.5 }],
}

/** Copies a file with parameters. Returns the copy and the text that other programs read. */
async function embed(format: string, file: Buffer): Promise<{ copy: Buffer; text: string }> {
  const { library, addJobWithResult } = libraryWorld()
  const original = library.assetDetail(addJobWithResult('job', PROMPT).id)
  const { parameters } = original
  if (!parameters) throw new Error('No parameters')
  const detail = {
    ...original,
    asset: { ...original.asset, format },
    parameters: { ...parameters, operation: 'txt2img', values: VALUES, seed: 42 },
  }
  const embedder = new Embedder({ version: '1.2.3', isEnhancement: () => false })
  const parts = await embedder.prepare(detail)?.(createByteSource(file))
  if (!parts) throw new Error('Nothing was added')
  const copy = Buffer.concat(
    parts.map((part) => ('bytes' in part ? part.bytes : file.subarray(part.from, part.to))),
  )
  return { copy, text: formatParameters(detail, '1.2.3') }
}

const hasProgram = (name: string, option: string): boolean => spawnSync(name, [option]).status === 0
const hasTools = hasProgram('ffmpeg', '-version') && hasProgram('exiftool', '-ver')

/** A file that ffmpeg encodes: two seconds of a test pattern and a tone. */
function encode(name: string, ...options: string[]): Buffer {
  const folder = temporaryFolder()
  mkdirSync(folder, { recursive: true })
  const path = join(folder, name)
  const sources = ['-f', 'lavfi', '-i', 'testsrc=s=64x48:d=2', '-f', 'lavfi', '-i', 'sine=d=2']
  execFileSync('ffmpeg', ['-v', 'error', ...sources, '-t', '2', ...options, path])
  return readFileSync(path)
}

/** The decoded frames and samples of a file, as a hash of each stream. */
const hashStreams = (path: string): string =>
  execFileSync('ffmpeg', ['-v', 'error', '-i', path, '-f', 'streamhash', '-'], { encoding: 'utf8' })

const AUDIO_ONLY = ['-map', '1:a']
const FILES: Record<string, [format: string, create: () => Buffer | Promise<Buffer>]> = {
  PNG: ['png', () => pngOf(8, 8)],
  JPEG: ['jpg', () => sharp(pngOf(8, 8)).jpeg().toBuffer()],
  WebP: ['webp', () => sharp(pngOf(8, 8)).webp().toBuffer()],
  'MP4 with its header first': ['mp4', () => encode('a.mp4', '-movflags', '+faststart')],
  'MP4 with its header last': ['mp4', () => encode('a.mp4')],
  'MP4 without tags': ['mp4', () => encode('a.mp4', '-fflags', '+bitexact', '-movflags', '+faststart')],
  QuickTime: ['mov', () => encode('a.mov', '-movflags', '+faststart')],
  M4A: ['m4a', () => encode('a.m4a', ...AUDIO_ONLY)],
  'MP3 with a tag': ['mp3', () => encode('a.mp3', ...AUDIO_ONLY)],
  'MP3 with a tag of version 2.3': ['mp3', () => encode('a.mp3', '-id3v2_version', '3', ...AUDIO_ONLY)],
  'MP3 without a tag': ['mp3', () => encode('a.mp3', '-id3v2_version', '0', ...AUDIO_ONLY)],
  WAV: ['wav', () => encode('a.wav', ...AUDIO_ONLY)],
  'Ogg Vorbis': ['ogg', () => encode('a.ogg', ...AUDIO_ONLY)],
  'Ogg Opus': ['ogg', () => encode('a.ogg', '-c:a', 'libopus', ...AUDIO_ONLY)],
  FLAC: ['flac', () => encode('a.flac', ...AUDIO_ONLY)],
}

describe.skipIf(!hasTools)('a copy with parameters', () => {
  it.each(Object.entries(FILES))(
    'of a %s is read by exiftool and by Easel, and has the same content',
    async (what, [format, create]) => {
      const isOldTag = what.endsWith('2.3')
      const file = await create()
      const { copy, text } = await embed(format, file)
      const folder = temporaryFolder()
      const [path, original] = [join(folder, `copy.${format}`), join(folder, `original.${format}`)]
      writeFileSync(path, copy)
      writeFileSync(original, file)
      expect(await readParameters({ path })).toEqual({
        form: 'easel',
        program: 'Easel 1.2.3',
        operation: 'txt2img',
        model: { slug: expect.any(String), name: expect.any(String) },
        values: { ...VALUES, seed: 42 },
        others: [],
      })
      const tags: Record<string, unknown> =
        JSON.parse(
          execFileSync('exiftool', ['-j', '-api', 'RequestAll=0', '-charset', 'riff=UTF8', path], {
            encoding: 'utf8',
          }),
        )[0] ?? {}
      expect(tags['Warning']).toBeUndefined()
      // ExifTool can't read emoji in an old tag.
      if (isOldTag) expect(tags['Comment']).toMatch(/^fog “over” a pier, <dawn> & 霧/)
      else expect([tags['Parameters'], tags['UserComment'], tags['Comment']]).toContain(text)
      // These have no place for XMP that other programs know.
      if (format !== 'flac' && format !== 'ogg')
        expect(tags).toMatchObject({
          CreatorTool: 'Easel 1.2.3',
          Description: PROMPT,
          DigitalSourceType: 'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia',
        })
      expect(hashStreams(path)).toBe(hashStreams(original))
    },
  )
})
