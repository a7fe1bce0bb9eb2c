import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readMedia } from '../inputs/readMedia.ts'
import { encodeAudio } from '../media/audio/audioCodec.ts'
import { openSandbox, toFormData, requestInvalidFields, requestPrice, runJob } from '../testing.ts'

const FLAVOURS = ['spec', 'live'] as const

const speech = {
  text: 'Good morning, harbour.',
  model: 'sparrow-voice',
  lang: 'en-us',
  voice: 'af_wren',
  speed: 1,
  format: 'mp3',
  sample_rate: 24000,
}
const music = {
  caption: 'warm piano over rain',
  model: 'cadenza-turbo',
  lyrics: '[Instrumental]',
  duration: 10,
  inference_steps: 8,
  guidance_scale: 1,
  seed: 4,
  format: 'mp3',
}

/** A sine tone. */
async function tone(seconds: number, format = 'mp3', gain = 0.4): Promise<File> {
  const rate = 24000
  const samples = Float32Array.from({ length: rate * seconds }, (_, i) => Math.sin(i * 0.1) * gain)
  const { bytes, mime } = await encodeAudio({ sampleRate: rate, channels: [samples] }, format)
  return new File([new Uint8Array(bytes)], `tone.${format}`, { type: mime })
}

describe.each(FLAVOURS)('text to speech, %s', (flavour) => {
  test('is an MP3 whose duration depends on text and speed, at the quoted price', async () => {
    await using sandbox = await openSandbox({ flavour })
    const slow = await runJob(sandbox, 'txt2audio', speech)
    const fast = await runJob(sandbox, 'txt2audio', { ...speech, speed: 2 })
    const long = await runJob(sandbox, 'txt2audio', { ...speech, text: speech.text.repeat(2) })
    const info = await readMedia(slow.main)
    expect(info).toMatchObject({ format: 'mp3', kind: 'audio', isSilent: false })
    expect(info?.seconds).toBeGreaterThan(1)
    expect(info?.seconds).toBeLessThan(3)
    expect((await readMedia(fast.main))?.seconds).toBeLessThan((info?.seconds ?? 0) * 0.65)
    expect((await readMedia(long.main))?.seconds).toBeGreaterThan((info?.seconds ?? 0) * 1.5)
    const { text, ...rest } = speech
    const path = 'txt2audio/price-calculation'
    const byLength = { ...rest, count_text: text.length }
    expect(await requestPrice(sandbox, path, speech)).toBe(slow.price)
    if (flavour === 'live') expect(await requestPrice(sandbox, path, byLength)).toBe(slow.price)
    else expect(await requestInvalidFields(sandbox, path, byLength)).toEqual(['text'])
    expect(fast.price).toBeCloseTo(slow.price / 2, 7)
  })

  test('is WAV on request, and is rejected in a format that the model lacks', async () => {
    await using sandbox = await openSandbox({ flavour })
    const { main, mime } = await runJob(sandbox, 'txt2audio', { ...speech, format: 'wav' })
    expect(await readMedia(main)).toMatchObject({ format: 'wav' })
    expect(mime).toBe('audio/wav')
    expect(await requestInvalidFields(sandbox, 'txt2audio', { ...speech, format: 'flac' })).toEqual([
      'format',
    ])
  })

  test.each([
    ['an unknown language', { lang: 'xx' }, 'lang'],
    ['an unknown voice', { voice: 'nobody' }, 'voice'],
    ['no voice', { voice: undefined }, 'voice'],
    ['an unsupported sample rate', { sample_rate: 8000 }, 'sample_rate'],
    ['a speed above the limit', { speed: 3 }, 'speed'],
    ['a text below the limit', { text: 'no' }, 'text'],
    ['a mode that the model lacks', { mode: 'voice_clone' }, 'mode'],
    ['an unknown mode', { mode: 'whisper' }, 'mode'],
  ])('%s is rejected at its field', async (_, change, field) => {
    await using sandbox = await openSandbox({ flavour })
    expect(await requestInvalidFields(sandbox, 'txt2audio', { ...speech, ...change })).toEqual([field])
    expect(sandbox.control.ledger()).toEqual([])
  })

  test('a cloned voice requires a recording of a valid format, size and duration', async () => {
    await using sandbox = await openSandbox({ flavour })
    const { voice: _voice, ...rest } = { ...speech, model: 'echo-double', lang: 'English' }
    const clone = { ...rest, mode: 'voice_clone' }
    expect(await requestInvalidFields(sandbox, 'txt2audio', clone)).toEqual(['ref_audio'])
    const cloneForm = async (file: File) => toFormData({ ...clone, ref_audio: file })
    expect(await requestInvalidFields(sandbox, 'txt2audio', await cloneForm(await tone(1)))).toEqual([
      'ref_audio',
    ])
    expect(await requestInvalidFields(sandbox, 'txt2audio', await cloneForm(await tone(4, 'wav')))).toEqual([
      'ref_audio',
    ])
    const tooLarge = new File([new Uint8Array(15 * 2 ** 20 + 1)], 'heavy.mp3')
    // It isn't an MP3 either, so the message must be about the size.
    expect((await sandbox.post('txt2audio', await cloneForm(tooLarge))).json).toMatchObject({
      errors: { ref_audio: [expect.stringContaining('must not be greater than 15360 kilobytes')] },
    })
    const { main } = await runJob(sandbox, 'txt2audio', await cloneForm(await tone(4)))
    expect(await readMedia(main)).toMatchObject({ format: 'mp3' })
  })

  test('a designed voice requires a description, which changes the audio', async () => {
    await using sandbox = await openSandbox({ flavour })
    const { voice: _voice, ...rest } = { ...speech, model: 'atelier-voice', lang: 'English' }
    const design = { ...rest, mode: 'voice_design' }
    expect(await requestInvalidFields(sandbox, 'txt2audio', design)).toEqual(['instruct'])
    const deep = await runJob(sandbox, 'txt2audio', { ...design, instruct: 'a deep old man' })
    const bright = await runJob(sandbox, 'txt2audio', { ...design, instruct: 'a bright child' })
    expect(deep.main.equals(bright.main)).toBe(false)
  })

  test('a price request requires the text; with the live flavour, either the text or its length', async () => {
    await using sandbox = await openSandbox({ flavour })
    const { text: _text, ...rest } = speech
    const path = 'txt2audio/price-calculation'
    expect(await requestInvalidFields(sandbox, path, rest)).toEqual(['text'])
    if (flavour === 'live')
      expect(await requestInvalidFields(sandbox, path, { ...speech, count_text: 9 })).toEqual(['count_text'])
  })
})

describe.each(FLAVOURS)('text to music, %s', (flavour) => {
  test.each(['mp3', 'wav', 'flac'])('%s has the requested duration and is not silent', async (format) => {
    await using sandbox = await openSandbox({ flavour })
    const { main, price } = await runJob(sandbox, 'txt2music', { ...music, format })
    const info = await readMedia(main)
    expect(info).toMatchObject({ format, isSilent: false })
    expect(info?.seconds).toBeCloseTo(10, 0)
    const { model, duration, inference_steps } = music
    const path = 'txt2music/price-calculation'
    const short = { model, duration, inference_steps }
    expect(await requestPrice(sandbox, path, music)).toBe(price)
    if (flavour === 'live') expect(await requestPrice(sandbox, path, short)).toBe(price)
    else expect(await requestInvalidFields(sandbox, path, short)).toContain('caption')
  })

  test('is identical for the same body, and different for another musical key or seed', async () => {
    await using sandbox = await openSandbox({ flavour })
    const wav = async (change: Record<string, unknown>) =>
      (await runJob(sandbox, 'txt2music', { ...music, format: 'wav', ...change })).main
    const first = await wav({})
    expect((await wav({})).equals(first)).toBe(true)
    expect((await wav({ seed: 5 })).equals(first)).toBe(false)
    expect((await wav({ keyscale: 'F# minor' })).equals(first)).toBe(false)
  })

  test.each([
    ['no lyrics', { lyrics: '' }, 'lyrics'],
    ['a duration below the limit', { duration: 5 }, 'duration'],
    ['a duration above the limit', { duration: 400 }, 'duration'],
    ['more steps than the limit', { inference_steps: 9 }, 'inference_steps'],
    ['a guidance above the limit', { guidance_scale: 4 }, 'guidance_scale'],
    ['a time signature with a denominator', { timesignature: '4/4' }, 'timesignature'],
    ['an unknown time signature', { timesignature: 5 }, 'timesignature'],
    ['a tempo below the limit', { bpm: 20 }, 'bpm'],
    ['no seed', { seed: undefined }, 'seed'],
    ['an unknown format', { format: 'ogg' }, 'format'],
  ])('%s is rejected at its field', async (_, change, field) => {
    await using sandbox = await openSandbox({ flavour })
    expect(await requestInvalidFields(sandbox, 'txt2music', { ...music, ...change })).toEqual([field])
  })
})

test('audio is byte-identical after a restart', async () => {
  const stateFolder = mkdtempSync(join(tmpdir(), 'sandbox-audio-'))
  try {
    const before = await openSandbox({ stateFolder })
    const { id, main } = await runJob(before, 'txt2audio', speech)
    await before.close()
    await using after = await openSandbox({ stateFolder })
    after.clock.advance(240_000)
    const { result_url } = await after.status(id)
    expect(Buffer.from(await (await fetch(String(result_url))).arrayBuffer()).equals(main)).toBe(true)
  } finally {
    rmSync(stateFolder, { recursive: true })
  }
})
