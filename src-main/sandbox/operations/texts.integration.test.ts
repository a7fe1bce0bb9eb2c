import { describe, expect, test } from 'vitest'
import { isRecord } from '../isRecord.ts'
import { readMedia } from '../inputs/readMedia.ts'
import { encodeImage } from '../media/images/imageCodec.ts'
import { encodeAudio } from '../media/audio/audioCodec.ts'
import {
  openSandbox,
  toFormData,
  type FormValue,
  requestInvalidFields,
  requestPrice,
  runJob,
} from '../testing.ts'

const FLAVOURS = ['spec', 'live'] as const

async function recording(seconds: number, format = 'mp3', gain = 0.3): Promise<File> {
  const rate = 24000
  const samples = Float32Array.from({ length: rate * seconds }, (_, i) => Math.sin(i * i * 1e-6) * gain)
  const { bytes, mime } = await encodeAudio({ sampleRate: rate, channels: [samples] }, format)
  return new File([new Uint8Array(bytes)], `memo.${format}`, { type: mime })
}

async function sign(width = 320, height = 200, tone = 90): Promise<File> {
  const pixels = new Uint8ClampedArray(width * height * 4).fill(tone)
  const { bytes, mime } = await encodeImage({ width, height, pixels }, 'png')
  return new File([new Uint8Array(bytes)], 'sign.png', { type: mime })
}

const stenograph = { model: 'stenograph', include_ts: '1' }
const LINE = /^\[(\d\d):(\d\d):(\d\d\.\d{3}) --> (\d\d):(\d\d):(\d\d\.\d{3})\] (.+)$/

function segmentsOf(text: string) {
  return text.split('\n').map((line) => {
    const [, , fromMin = '', fromSec = '', , toMin = '', toSec = ''] = LINE.exec(line) ?? []
    if (toSec === '') throw new Error(line)
    return { start: Number(fromMin) * 60 + Number(fromSec), end: Number(toMin) * 60 + Number(toSec) }
  })
}

/** The text result, from the file or the status record. */
function textOf({ status, main }: { status: Record<string, unknown>; main: Buffer }): string {
  return main.length > 0 ? main.toString('utf8') : String(status.result)
}

describe.each(FLAVOURS)('transcription, %s', (flavour) => {
  test('of a file has ascending timestamps within its duration, at the price quoted by duration', async () => {
    await using sandbox = await openSandbox({ flavour })
    const audio = await recording(14)
    const job = await runJob(sandbox, 'audiofile2txt', toFormData({ ...stenograph, audio }))
    const times = segmentsOf(textOf(job)).flatMap(({ start, end }) => [start, end])
    expect(times.length).toBeGreaterThan(4)
    expect(times).toEqual([...times].sort((a, b) => a - b))
    const { seconds } = (await readMedia(new Uint8Array(await audio.arrayBuffer()))) ?? { seconds: 0 }
    expect(times.at(-1)).toBeLessThanOrEqual(seconds)
    const path = 'audiofile2txt/price-calculation'
    const byLength = { ...stenograph, duration_seconds: String(Math.ceil(seconds)) }
    if (flavour === 'live') expect(await requestPrice(sandbox, path, toFormData(byLength))).toBe(job.price)
    else expect(await requestInvalidFields(sandbox, path, toFormData(byLength))).toEqual(['audio'])
    expect(await requestPrice(sandbox, path, toFormData({ ...stenograph, audio }))).toBe(job.price)
  })

  test.each<[string, Record<string, unknown>]>([
    ['vid2txt', { video_url: 'https://video.example/watch?v=1' }],
    ['aud2txt', { audio_url: 'https://audio.example/spaces/1' }],
    ['transcribe', { source_url: 'https://audio.example/show.mp3' }],
  ])('%s of a URL costs the quoted price, and gives an identical text again', async (path, source) => {
    await using sandbox = await openSandbox({ flavour })
    const body = { model: 'stenograph', include_ts: false, ...source }
    const first = await runJob(sandbox, path, body)
    expect(await requestPrice(sandbox, `${path}/price-calculation`, body)).toBe(first.price)
    expect(textOf(first)).toMatch(/[a-z]+\.$/)
    expect(textOf(first)).not.toContain('-->')
    expect(textOf(await runJob(sandbox, path, body))).toBe(textOf(first))
  })

  test('of any source with timestamps is JSON with segments and speakers', async () => {
    await using sandbox = await openSandbox({ flavour })
    const source_file = await recording(16)
    const job = await runJob(sandbox, 'transcribe', toFormData({ ...stenograph, source_file }))
    const record: unknown = JSON.parse(textOf(job))
    const segments = isRecord(record) && Array.isArray(record.segments) ? record.segments : []
    expect(segments.length).toBeGreaterThan(2)
    expect(segments[0]).toMatchObject({
      start: expect.any(Number),
      end: expect.any(Number),
      speaker: 'SPEAKER_00',
    })
    expect(isRecord(record) && record.text).toContain(isRecord(segments[1]) ? segments[1].text : null)
  })

  test('of silence succeeds with an empty text', async () => {
    await using sandbox = await openSandbox({ flavour })
    const audio = await recording(6, 'mp3', 0)
    const { status, main } = await runJob(sandbox, 'audiofile2txt', toFormData({ ...stenograph, audio }))
    expect(status.status).toBe('done')
    expect(main.length).toBe(0)
    expect(status.result).toBe(flavour === 'spec' ? '' : null)
    const withInlineResult = toFormData({ ...stenograph, audio, return_result_in_response: '1' })
    expect((await runJob(sandbox, 'audiofile2txt', withInlineResult)).status.result).toBe('')
  })

  test.each([
    ['https://video.example/unreachable', 'SOURCE_DOWNLOAD_FAILED'],
    ['https://video.example/private/7', 'SOURCE_PRIVATE'],
  ])('of %s fails with %s and is refunded', async (video_url, reason) => {
    await using sandbox = await openSandbox({ flavour })
    const before = sandbox.control.balance()
    const { status } = await runJob(sandbox, 'vid2txt', { model: 'stenograph', include_ts: true, video_url })
    expect(status).toMatchObject({ status: 'error', error_reason: reason, refunded: true })
    expect(sandbox.control.balance()).toBe(before)
  })

  test.each<[string, string, () => Promise<Record<string, FormValue>>]>([
    ['audiofile2txt', 'include_ts', async () => ({ model: 'stenograph', audio: await recording(2) })],
    [
      'audiofile2txt',
      'include_ts',
      async () => ({ ...stenograph, include_ts: 'true', audio: await recording(2) }),
    ],
    ['audiofile2txt', 'audio', () => Promise.resolve(stenograph)],
    ['audiofile2txt', 'audio', async () => ({ ...stenograph, audio: await recording(2, 'wav') })],
    ['audiofile2txt', 'audio', async () => ({ ...stenograph, audio: await sign() })],
    ['videofile2txt', 'video', async () => ({ ...stenograph, video: await recording(2) })],
    ['transcribe', 'source_url', () => Promise.resolve(stenograph)],
    ['transcribe', 'source_url', () => Promise.resolve({ ...stenograph, source_url: 'ftp://a.example/b' })],
    [
      'transcribe',
      'source_file',
      async () => ({ ...stenograph, source_url: 'https://a.example', source_file: await recording(2) }),
    ],
    ['audiofile2txt/price-calculation', 'audio', () => Promise.resolve(stenograph)],
  ])('%s is rejected at `%s`', async (path, field, fields) => {
    await using sandbox = await openSandbox({ flavour })
    expect(await requestInvalidFields(sandbox, path, toFormData(await fields()))).toEqual([field])
    expect(sandbox.control.ledger()).toEqual([])
  })
})

describe.each(FLAVOURS)('text in images, %s', (flavour) => {
  test('is text or JSON, depends on the image, and is priced by its pixels', async () => {
    await using sandbox = await openSandbox({ flavour })
    const ocr = { model: 'scriptorium' }
    const text = await runJob(sandbox, 'img2txt', toFormData({ ...ocr, image: await sign(), language: 'en' }))
    const json = await runJob(sandbox, 'img2txt', toFormData({ ...ocr, image: await sign(), format: 'json' }))
    const other = await runJob(sandbox, 'img2txt', toFormData({ ...ocr, image: await sign(320, 200, 91) }))
    const record: unknown = JSON.parse(textOf(json))
    expect(isRecord(record) && record.text).toBe(textOf(text))
    expect(textOf(text).split('\n').length).toBeGreaterThan(3)
    expect(textOf(other)).not.toBe(textOf(text))
    const path = 'img2txt/price-calculation'
    const measured = toFormData({ ...ocr, width: 320, height: 200 })
    if (flavour === 'live') expect(await requestPrice(sandbox, path, measured)).toBe(text.price)
    else expect(await requestInvalidFields(sandbox, path, measured)).toEqual(['image'])
    expect(await requestPrice(sandbox, path, toFormData({ ...ocr, image: await sign() }))).toBe(text.price)
    expect(
      await requestInvalidFields(
        sandbox,
        'img2txt',
        toFormData({ ...ocr, image: await sign(), format: 'xml' }),
      ),
    ).toEqual(['format'])
  })
})

function vectorsOf(json: string): number[][] {
  const value: unknown = JSON.parse(json)
  const list: unknown = isRecord(value) ? value.embeddings : value
  return Array.isArray(list) ? list.map((vector) => (Array.isArray(vector) ? vector.map(Number) : [])) : []
}

const cosine = (a: number[] = [], b: number[] = []) =>
  a.reduce((sum, value, i) => sum + value * (b[i] ?? 0), 0)

describe.each(FLAVOURS)('text to embedding, %s', (flavour) => {
  test('returns unit vectors, near for texts about the same topic', async () => {
    await using sandbox = await openSandbox({ flavour })
    const input = [
      'a lighthouse by the sea',
      'the sea under a lighthouse',
      'the ferry to the island',
      'prices of bread',
    ]
    const body = { model: 'atlas-embed', input, return_result_in_response: true }
    const job = await runJob(sandbox, 'txt2embedding', body)
    const [first, same, near, far] = vectorsOf(textOf(job))
    expect(first).toHaveLength(1024)
    expect(cosine(first, first)).toBeCloseTo(1, 4)
    expect(cosine(first, same)).toBeGreaterThan(0.8)
    expect(cosine(first, near)).toBeGreaterThan(cosine(first, far) + 0.1)
    const { return_result_in_response: _inline, ...quoted } = body
    expect(await requestPrice(sandbox, 'txt2embedding/price-calculation', quoted)).toBe(job.price)
  })

  test('one text returns a list of one vector, identical to that in a list of texts', async () => {
    await using sandbox = await openSandbox({ flavour })
    const one = await runJob(sandbox, 'txt2embedding', { model: 'atlas-embed', input: 'a quiet valley' })
    const two = await runJob(sandbox, 'txt2embedding', {
      model: 'atlas-embed',
      input: ['a quiet valley', 'x'],
    })
    expect(vectorsOf(textOf(one))[0]).toEqual(vectorsOf(textOf(two))[0])
  })

  test.each<[string, unknown, string]>([
    ['an empty text', '', 'input'],
    ['an empty list', [], 'input'],
    ['numbers', [1, 2], 'input'],
    ['too many texts', Array.from({ length: 2049 }, () => 'a'), 'input'],
    ['a list with a text that is too long', ['ok', 'word '.repeat(8193)], 'input.1'],
    ['too many tokens in total', Array.from({ length: 40 }, () => 'word '.repeat(8000)), 'input'],
  ])('%s is rejected', async (_title, input, field) => {
    await using sandbox = await openSandbox({ flavour })
    expect(await requestInvalidFields(sandbox, 'txt2embedding', { model: 'atlas-embed', input })).toEqual([
      field,
    ])
  })
})

describe('the location of a text result', () => {
  const body = { model: 'atlas-embed', input: 'a quiet valley' }

  test('as specified: identical in the record and at the link', async () => {
    await using sandbox = await openSandbox()
    const { status, main, mime } = await runJob(sandbox, 'txt2embedding', body)
    expect(status.result).toBe(main.toString('utf8'))
    expect(mime).toBe('application/json')
  })

  test('live: at the link, or on request in the record', async () => {
    await using sandbox = await openSandbox({ flavour: 'live' })
    const linked = await runJob(sandbox, 'txt2embedding', body)
    expect(linked.status.result).toBeNull()
    const inside = await runJob(sandbox, 'txt2embedding', { ...body, return_result_in_response: true })
    expect(inside.status).toMatchObject({ result: linked.main.toString('utf8'), result_url: null })
  })

  test('live: a URL is fetched without reported progress in the first half', async () => {
    await using sandbox = await openSandbox({ flavour: 'live' })
    const body = { model: 'stenograph', include_ts: true, video_url: 'https://video.example/a' }
    const { data } = await sandbox.post('vid2txt', body)
    const seen = new Set<string>()
    for (let i = 0; i < 80; i += 1) {
      sandbox.clock.advance(300)
      const { status, progress } = await sandbox.status(String(data.request_id))
      if (status === 'processing') seen.add(String(progress))
    }
    const shown = [...seen].map(Number)
    expect(shown[0]).toBe(0)
    expect(shown.length).toBeGreaterThan(1)
    expect(shown.slice(1).every((progress) => progress >= 49)).toBe(true)
  })

  test('a platform that only one model supports is rejected for the others', async () => {
    await using sandbox = await openSandbox({ flavour: 'live' })
    const body = { include_ts: true, video_url: 'https://www.tiktok.com/@a/video/1' }
    expect(await requestInvalidFields(sandbox, 'vid2txt', { ...body, model: 'stenograph' })).toEqual([
      'video_url',
    ])
    expect((await sandbox.post('vid2txt', { ...body, model: 'stenograph-swift' })).status).toBe(200)
  })
})
