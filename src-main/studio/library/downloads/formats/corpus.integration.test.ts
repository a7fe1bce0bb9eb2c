import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createByteSource } from './ByteSource.ts'
import { identifyFile } from './identifyFile.ts'

const run = promisify(execFile)
const folder = mkdtempSync(join(tmpdir(), 'easel-test-'))
const counts = new Map<string, number>()

/** Makes a file with FFmpeg and returns its bytes. */
async function make(name: string, ...options: string[]): Promise<Buffer> {
  const path = join(folder, name)
  await run('ffmpeg', ['-v', 'error', '-y', ...options, path])
  return readFile(path)
}
const tone = (seconds: number, rate = 44_100): string[] => [
  '-f',
  'lavfi',
  '-i',
  `sine=frequency=440:duration=${seconds}:sample_rate=${rate}`,
]
const film = (seconds: number): string[] => [
  '-f',
  'lavfi',
  '-i',
  `testsrc=size=64x48:rate=10:duration=${seconds}`,
]

/** The seconds of sound that FFmpeg decodes. */
async function decodedSeconds(file: Buffer, name: string): Promise<number> {
  const path = join(folder, `decoded-${name}`)
  await writeFile(path, file)
  const { stdout } = await run(
    'ffmpeg',
    ['-v', 'quiet', '-i', path, '-ac', '1', '-ar', '16000', '-f', 's16le', '-'],
    { encoding: 'buffer', maxBuffer: 1 << 28 },
  )
  return stdout.length / 2 / 16_000
}

async function identify(file: Buffer) {
  const found = await identifyFile(createByteSource(file))
  if (found?.kind !== 'media') throw new Error(`not media: ${found?.name ?? 'unknown'}`)
  counts.set(found.file.format, (counts.get(found.file.format) ?? 0) + 1)
  return found.file
}
const seconds = async (file: Buffer): Promise<number> =>
  ((await identify(file)).durationMs ?? Number.NaN) / 1000

afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
  const text = [...counts].map(([format, count]) => `${count} ${format}`).join(', ')
  process.stdout.write(`Compared with FFmpeg: ${text}\n`)
})

/** One frame of MP3 at 16 kHz, the longest of the sample rates used here, and the inexact end of resampled sound. */
const FRAME = 0.037
const PIECES: readonly [string, string[]][] = [
  ['cbr.mp3', [...tone(1.3), '-b:a', '96k', '-write_xing', '0', '-id3v2_version', '0']],
  ['cbr-xing.mp3', [...tone(0.9), '-b:a', '64k']],
  ['vbr.mp3', [...tone(1.7), '-q:a', '4']],
  ['vbr-no-xing.mp3', [...tone(1.1), '-q:a', '0', '-write_xing', '0', '-write_id3v1', '1']],
  ['low-rate.mp3', [...tone(1.2, 24_000), '-b:a', '32k', '-write_xing', '0', '-id3v2_version', '0']],
]
let pieces: Buffer[] = []
let clip: Buffer = Buffer.alloc(0)
beforeAll(async () => {
  pieces = await Promise.all(PIECES.map(([name, options]) => make(name, ...options)))
  clip = await make('clip.mp4', ...film(2), ...tone(2), '-c:v', 'mpeg4', '-c:a', 'aac')
}, 60_000)

describe('an MP3', () => {
  it.each(PIECES.map(([name], index) => [name, index] as const))(
    '%s lasts as long as it is decoded',
    async (name, index) => {
      const file = pieces[index] ?? Buffer.alloc(0)
      expect(Math.abs((await seconds(file)) - (await decodedSeconds(file, name)))).toBeLessThan(FRAME)
    },
  )

  it('of joined pieces with any bytes between them lasts as long as its pieces, whatever their headers state', async () => {
    const alone = await Promise.all(pieces.map((file) => seconds(file)))
    const part = fc.record({ piece: fc.nat(pieces.length - 1), junk: fc.uint8Array({ maxLength: 400 }) })
    await fc.assert(
      fc.asyncProperty(fc.array(part, { minLength: 1, maxLength: 6 }), async (parts) => {
        const file = Buffer.concat(
          parts.flatMap(({ piece, junk }, index) => [
            // Bytes that look like a header by chance are frames.
            ...(index === 0 ? [] : [Buffer.from(junk.map((byte) => byte & 0x7f))]),
            pieces[piece] ?? Buffer.alloc(0),
          ]),
        )
        const expected = parts.reduce((sum, { piece }) => sum + (alone[piece] ?? 0), 0)
        // The padding of encoders is left out in the first piece only, and counts may be played as a frame of silence.
        expect(Math.abs((await seconds(file)) - expected)).toBeLessThan(parts.length * 0.08)
      }),
      { numRuns: 40 },
    )
  })

  it('of joined pieces lasts as long as it is decoded', async () => {
    for (const order of [
      [0, 2],
      [1, 1, 1],
      [3, 0],
      [2, 3, 1],
      [4, 4],
    ]) {
      const file = Buffer.concat(order.map((piece) => pieces[piece] ?? Buffer.alloc(0)))
      const difference = Math.abs(
        (await seconds(file)) - (await decodedSeconds(file, `joined-${order.join('')}.mp3`)),
      )
      expect(difference, `pieces ${order.join(', ')}`).toBeLessThan(FRAME * order.length)
    }
  })
})

/** Bytes of a WAV file with other sizes in its header and its data chunk. */
function withSizes(wav: Buffer, size: number): Buffer {
  const file = Buffer.from(wav)
  file.writeUInt32LE(size, 4)
  file.writeUInt32LE(size, file.indexOf('data', 0, 'latin1') + 4)
  return file
}

describe('sound', () => {
  it.each<[string, string[]]>([
    ['adts.aac', ['-c:a', 'aac']],
    ['opus.ogg', ['-c:a', 'libopus']],
    ['vorbis.ogg', ['-c:a', 'libvorbis']],
    ['flac.ogg', ['-c:a', 'flac']],
    ['pcm.wav', []],
    ['float.wav', ['-c:a', 'pcm_f32le']],
    ['adpcm.wav', ['-c:a', 'adpcm_ms']],
    ['long.wav', ['-rf64', 'always']],
    ['plain.flac', []],
    ['aac.m4a', ['-c:a', 'aac']],
    ['fragments.m4a', ['-c:a', 'aac', '-movflags', 'frag_keyframe+empty_moov', '-frag_duration', '300000']],
    ['opus.webm', ['-c:a', 'libopus']],
    ['live.webm', ['-c:a', 'libopus', '-live', '1']],
    ['vorbis.webm', ['-c:a', 'libvorbis']],
    ['audio.wma', ['-c:a', 'wmav2']],
  ])('in %s lasts as long as it is decoded', async (name, options) => {
    const file = await make(name, ...tone(2.35, 48_000), ...options)
    const found = await identify(file)
    expect(found.kind).toBe('audio')
    const decoded = await decodedSeconds(file, name)
    // Windows Media states when the last packet ends.
    expect(Math.abs((found.durationMs ?? 0) / 1000 - decoded)).toBeLessThan(
      name.endsWith('wma') ? 0.1 : 0.045,
    )
  })

  it.each([0, 0xffff_ffff, 0xffff_ffff - 36, 0x7fff_ffff, 0x7fff_f000, 0x7fff_0024])(
    'of a streamed WAV with the size %i lasts as long as the file',
    async (size) => {
      const wav = await make('streamed.wav', ...tone(1.25))
      expect(await seconds(withSizes(wav, size))).toBeCloseTo(1.25, 2)
    },
  )

  it('of Ogg files that follow each other lasts as long as all of them', async () => {
    const [first, second] = [
      await make('a.ogg', ...tone(1.2)),
      await make('b.ogg', ...tone(0.8), '-c:a', 'libopus'),
    ]
    expect(await seconds(Buffer.concat([first, second]))).toBeCloseTo(2, 1)
  })

  it('of an Ogg whose positions begin late or are unknown lasts as long as its packets', async () => {
    const opus = await make('shifted.ogg', ...tone(1.5, 48_000), '-c:a', 'libopus')
    const expected = await seconds(opus)
    for (const change of [(granule: bigint) => granule + 48_000n * 3600n, () => 0xffff_ffff_ffff_ffffn]) {
      const file = Buffer.from(opus)
      for (let at = file.indexOf('OggS', 1); at >= 0; at = file.indexOf('OggS', at + 4)) {
        const granule = file.readBigUInt64LE(at + 6)
        if (granule > 0n) file.writeBigUInt64LE(change(granule), at + 6)
      }
      expect(Math.abs((await seconds(file)) - expected)).toBeLessThan(0.045)
    }
  })

  it('of a FLAC without a number of samples lasts up to its last frame', async () => {
    const flac = await make('streamed.flac', ...tone(1.4))
    flac.writeUIntBE(0, 21, 5)
    expect(await seconds(flac)).toBeCloseTo(1.4, 1)
  })
})

describe('video', () => {
  it.each<[string, string[]]>([
    ['a.mp4', ['-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-c:a', 'aac']],
    [
      'fragments.mp4',
      ['-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-movflags', 'frag_keyframe+empty_moov', '-g', '5'],
    ],
    [
      'dash.mp4',
      ['-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-movflags', 'dash+global_sidx+frag_keyframe', '-g', '5'],
    ],
    ['a.mov', ['-c:v', 'mpeg4']],
    ['a.3gp', ['-c:v', 'mpeg4']],
    ['a.webm', ['-c:v', 'libvpx', '-c:a', 'libopus']],
    ['live.webm', ['-c:v', 'libvpx', '-live', '1']],
    ['a.avi', ['-c:v', 'mpeg4']],
    ['a.wmv', ['-c:v', 'wmv2']],
    ['a.mpg', ['-c:v', 'mpeg1video', '-r', '25']],
    ['a.ogv', ['-c:v', 'libtheora']],
  ])('in %s has the size and duration that FFmpeg states', async (name, options) => {
    const file = await make(name, ...film(2.4), ...options)
    const entries = '-v quiet -select_streams v -of csv=p=0 -show_entries stream=width,height:format=duration'
    const { stdout } = await run('ffprobe', [...entries.split(' '), join(folder, name)])
    const [width = 0, height = 0, duration = 0] = stdout.trim().split(/[\n,]/).map(Number)
    const found = await identify(file)
    expect(found.kind).toBe('video')
    if (found.width !== null) expect(found).toMatchObject({ width, height })
    // Without a header that states it, FFmpeg leaves out the frames of the last packet.
    const isStated = !name.startsWith('live') && !name.endsWith('.mpg')
    if (isStated) expect(Math.abs((found.durationMs ?? 0) / 1000 - duration)).toBeLessThan(0.21)
    expect(Math.abs((found.durationMs ?? 0) / 1000 - 2.4)).toBeLessThan(0.21)
  })

  it('in a WebM whose header states another duration lasts as long as its blocks', async () => {
    const webm = await make('wrong.webm', ...film(2), '-c:v', 'libvpx')
    const at = webm.indexOf(Buffer.from('448988', 'hex'))
    webm.writeDoubleBE(60_000, at + 3)
    expect(await seconds(webm)).toBeCloseTo(2, 0)
  })
})

/** Major brands of the MP4 registration authority and of makers of cameras. */
const BRANDS =
  'isom iso1 iso2 iso3 iso4 iso5 iso6 iso7 iso8 iso9 mp41 mp42 avc1 M4V M4VH M4VP M4A M4B M4P 3gp4 3gp5 3gp6 3gp7 3gp8 3gp9 3g2a 3g2b 3g2c 3ge6 3ge9 3gg6 3gs6 XAVC cmfc cmff dash msdh qt f4v F4V mmp4 NDSC NDXC MSNV dby1 kddi caqv niko pana isml piff hvc1 av01'
    .split(' ')
    .concat('M4A\0', '\0\0\0\0')

describe('an MP4', () => {
  const withBrand = (brand: string): Buffer => {
    const file = Buffer.from(clip)
    file.write(brand.padEnd(4, ' '), 8, 'latin1')
    return file
  }
  it.each(BRANDS)('of brand %j is a video by its tracks', async (brand) => {
    expect(await identify(withBrand(brand))).toMatchObject({ kind: 'video', width: 64, height: 48 })
  })

  const typeBytes = (): number => clip.readUInt32BE(0)
  const free = (bytes: number): Buffer => {
    const box = Buffer.alloc(bytes)
    box.writeUInt32BE(bytes)
    box.write('free', 4, 'latin1')
    return box
  }
  it.each([
    ['without its first box', () => clip.subarray(typeBytes())],
    ['with another box first', () => Buffer.concat([free(64), clip])],
    ['after more bytes than are read at first', () => Buffer.concat([free(20_000), clip])],
  ])('%s is a video', async (_, create) => {
    expect(await identify(create())).toMatchObject({ kind: 'video', width: 64, height: 48 })
  })
})
