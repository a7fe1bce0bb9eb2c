import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import jpeg from 'jpeg-js'
import { describe, expect, test } from 'vitest'
import { isRecord } from '../isRecord.ts'
import { openSandbox } from '../testing/openSandbox.ts'
import { sniffPicture } from '../inputs/sniffPicture.ts'

async function bytesAt(url: unknown, headers: Record<string, string> = {}): Promise<Buffer> {
  const answer = await fetch(String(url), { headers })
  if (!answer.ok) throw new Error(String(answer.status))
  return Buffer.from(await answer.arrayBuffer())
}

const alternatives = (status: Record<string, unknown>) =>
  isRecord(status.results_alt_formats) ? status.results_alt_formats : {}

describe('a finished picture', () => {
  test.each([
    [1024, 640],
    [512, 1024],
    [320, 256],
  ])('is %i by %i in all three formats', async (width, height) => {
    await using sandbox = await openSandbox()
    const done = await sandbox.finish({ width, height })
    const { jpg, webp } = alternatives(done)
    expect(sniffPicture(await bytesAt(done.result_url))).toEqual({ mime: 'image/png', width, height })
    expect(sniffPicture(await bytesAt(jpg))).toEqual({ mime: 'image/jpeg', width, height })
    expect(sniffPicture(await bytesAt(webp))).toEqual({ mime: 'image/webp', width, height })
  })

  test('shows the same picture in JPEG as in PNG, and it is no flat colour', async () => {
    await using sandbox = await openSandbox()
    const done = await sandbox.finish()
    const { data } = jpeg.decode(await bytesAt(alternatives(done).jpg), { useTArray: true })
    const tones = new Set(Array.from({ length: 200 }, (_, i) => data[i * 1600]))
    expect(tones.size).toBeGreaterThan(20)
  })

  test('is the same to the byte for the same request, and another for another seed, prompt or model', async () => {
    await using sandbox = await openSandbox()
    const png = async (change: Record<string, unknown>) => bytesAt((await sandbox.finish(change)).result_url)
    const first = await png({})
    expect((await png({})).equals(first)).toBe(true)
    expect((await png({ seed: 8 })).equals(first)).toBe(false)
    expect((await png({ prompt: 'a lighthouse at noon' })).equals(first)).toBe(false)
    expect((await png({ model: 'marble-edit' })).equals(first)).toBe(false)
  })

  test('a seed of -1 is rolled anew each time', async () => {
    await using sandbox = await openSandbox()
    const one = await bytesAt((await sandbox.finish({ seed: -1 })).result_url)
    const two = await bytesAt((await sandbox.finish({ seed: -1 })).result_url)
    expect(one.equals(two)).toBe(false)
  })

  test('can be had in parts', async () => {
    await using sandbox = await openSandbox()
    const { result_url } = await sandbox.finish()
    const whole = await bytesAt(result_url)
    const head = await bytesAt(result_url, { range: 'bytes=0-99' })
    const tail = await bytesAt(result_url, { range: 'bytes=100-' })
    expect(Buffer.concat([head, tail]).equals(whole)).toBe(true)
    const beyond = await fetch(String(result_url), { headers: { range: `bytes=${String(whole.length)}-` } })
    expect(beyond.status).toBe(416)
  })

  test('a preview is a small JPEG of the same shape', async () => {
    await using sandbox = await openSandbox()
    const id = await sandbox.submit({ width: 1024, height: 512 })
    sandbox.clock.pass(2_500)
    const { preview } = await sandbox.status(id)
    expect(sniffPicture(await bytesAt(preview))).toEqual({ mime: 'image/jpeg', width: 160, height: 80 })
  })
})

describe('a result link', () => {
  test('dies in its time, and the next poll gives a fresh one', async () => {
    await using sandbox = await openSandbox({ linkLifetimeMs: 60_000 })
    const done = await sandbox.finish()
    sandbox.clock.pass(60_000)
    const dead = await fetch(String(done.result_url))
    expect(dead.status).toBe(403)
    expect(await dead.text()).toContain('Request has expired')
    const again = await sandbox.status(done.id)
    expect(sniffPicture(await bytesAt(again.result_url))?.mime).toBe('image/png')
  })

  test('cannot be made up, stretched or turned to another file', async () => {
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

  test('live refuses a download that carries the key; the witness counts it either way', async () => {
    await using sandbox = await openSandbox({ flavour: 'live' })
    const { result_url } = await sandbox.finish()
    expect((await sandbox.get(String(result_url))).status).toBe(400)
    expect((await fetch(String(result_url))).status).toBe(200)
    expect(sandbox.control.counts()).toMatchObject({ result: 2, resultWithKey: 1 })
  })
})

describe('a restart', () => {
  test('forgets no job, no picture and no cent, even after a torn last line', async () => {
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
      after.clock.pass(120_000)
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
