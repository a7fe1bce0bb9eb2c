import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import jpeg from 'jpeg-js'
import { describe, expect, test } from 'vitest'
import { isRecord } from '../isRecord.ts'
import { openSandbox } from '../testing.ts'
import { sniffImage } from '../inputs/sniffImage.ts'

async function bytesAt(url: unknown, headers: Record<string, string> = {}): Promise<Buffer> {
  const response = await fetch(String(url), { headers })
  if (!response.ok) throw new Error(String(response.status))
  return Buffer.from(await response.arrayBuffer())
}

const alternatives = (status: Record<string, unknown>) =>
  isRecord(status.results_alt_formats) ? status.results_alt_formats : {}

describe('a finished image', () => {
  test.each([
    [1024, 640],
    [512, 1024],
    [320, 256],
  ])('is %i by %i in all three formats', async (width, height) => {
    await using sandbox = await openSandbox()
    const done = await sandbox.finish({ width, height })
    const { jpg, webp } = alternatives(done)
    expect(sniffImage(await bytesAt(done.result_url))).toEqual({ mime: 'image/png', width, height })
    expect(sniffImage(await bytesAt(jpg))).toEqual({ mime: 'image/jpeg', width, height })
    expect(sniffImage(await bytesAt(webp))).toEqual({ mime: 'image/webp', width, height })
  })

  test('is not a flat colour', async () => {
    await using sandbox = await openSandbox()
    const done = await sandbox.finish()
    const { data } = jpeg.decode(await bytesAt(alternatives(done).jpg), { useTArray: true })
    const tones = new Set(Array.from({ length: 200 }, (_, i) => data[i * 1600]))
    expect(tones.size).toBeGreaterThan(20)
  })

  test('is byte-identical for the same request, and differs for another seed, prompt or model', async () => {
    await using sandbox = await openSandbox()
    const png = async (change: Record<string, unknown>) => bytesAt((await sandbox.finish(change)).result_url)
    const first = await png({})
    expect((await png({})).equals(first)).toBe(true)
    expect((await png({ seed: 8 })).equals(first)).toBe(false)
    expect((await png({ prompt: 'a lighthouse at noon' })).equals(first)).toBe(false)
    expect((await png({ model: 'marble-edit' })).equals(first)).toBe(false)
  })

  test('differs each time with a seed of -1', async () => {
    await using sandbox = await openSandbox()
    const one = await bytesAt((await sandbox.finish({ seed: -1 })).result_url)
    const two = await bytesAt((await sandbox.finish({ seed: -1 })).result_url)
    expect(one.equals(two)).toBe(false)
  })

  test('can be downloaded by byte ranges', async () => {
    await using sandbox = await openSandbox()
    const { result_url } = await sandbox.finish()
    const whole = await bytesAt(result_url)
    const head = await bytesAt(result_url, { range: 'bytes=0-99' })
    const tail = await bytesAt(result_url, { range: 'bytes=100-' })
    expect(Buffer.concat([head, tail]).equals(whole)).toBe(true)
    const beyond = await fetch(String(result_url), { headers: { range: `bytes=${String(whole.length)}-` } })
    expect(beyond.status).toBe(416)
  })

  test('has a small JPEG of the same aspect ratio as preview', async () => {
    await using sandbox = await openSandbox()
    const id = await sandbox.submit({ width: 1024, height: 512 })
    sandbox.clock.advance(2_500)
    const { preview } = await sandbox.status(id)
    expect(sniffImage(await bytesAt(preview))).toEqual({ mime: 'image/jpeg', width: 160, height: 80 })
  })
})

describe('a result link', () => {
  test('expires after its lifetime, and the next poll returns a valid one', async () => {
    await using sandbox = await openSandbox({ linkLifetimeMs: 60_000 })
    const done = await sandbox.finish()
    sandbox.clock.advance(60_000)
    const expired = await fetch(String(done.result_url))
    expect(expired.status).toBe(403)
    expect(await expired.text()).toContain('Request has expired')
    const again = await sandbox.status(done.id)
    expect(sniffImage(await bytesAt(again.result_url))?.mime).toBe('image/png')
  })

  test('is rejected with another signature, expiry time or file', async () => {
    await using sandbox = await openSandbox()
    const { result_url } = await sandbox.finish()
    const link = String(result_url)
    const forged = [
      link.replace(/signature=./, 'signature=z'),
      link.replace('expires=1', 'expires=2'),
      link.replace('.png', '.jpg'),
    ]
    for (const url of forged) expect((await fetch(url)).status).toBe(403)
  })

  test('is rejected live when the request has the key, and is counted in any case', async () => {
    await using sandbox = await openSandbox({ flavour: 'live' })
    const { result_url } = await sandbox.finish()
    expect((await sandbox.get(String(result_url))).status).toBe(400)
    expect((await fetch(String(result_url))).status).toBe(200)
    expect(sandbox.control.counts()).toMatchObject({ result: 2, resultWithKey: 1 })
  })
})

describe('a restart', () => {
  test('loses no job, no image and no credit, even after a truncated last line', async () => {
    const stateFolder = mkdtempSync(join(tmpdir(), 'sandbox-state-'))
    try {
      const before = await openSandbox({ stateFolder })
      const done = await before.finish()
      const running = await before.submit({ seed: 8 })
      const bytes = await bytesAt(done.result_url)
      const [ledger, balance] = [before.control.ledger(), before.control.balance()]
      await before.close()
      appendFileSync(join(stateFolder, 'sandbox.jsonl'), '{"kind":"job","job":{"id":"to')

      await using after = await openSandbox({ stateFolder, balance: 999 })
      after.clock.advance(120_000)
      expect(after.control.ledger()).toEqual(ledger)
      expect(after.control.balance()).toBe(balance)
      expect((await bytesAt((await after.status(done.id)).result_url)).equals(bytes)).toBe(true)
      expect(await after.status(running)).toMatchObject({ status: 'pending' })
      const third = await after.submit({ seed: 9 })
      await after.close()

      await using last = await openSandbox({ stateFolder })
      expect(last.control.ledger().map((entry) => entry.requestId)).toEqual([done.id, running, third])
    } finally {
      rmSync(stateFolder, { recursive: true })
    }
  })
})
