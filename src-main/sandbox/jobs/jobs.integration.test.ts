import { inspect } from 'node:util'
import { describe, expect, test } from 'vitest'
import { openSandbox, VALID_BODY } from '../testing.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

describe('the API key', () => {
  test.each(['models', 'balance', 'request-status/x'])('is required by %s', async (path) => {
    await using sandbox = await openSandbox()
    for (const authorization of ['', 'Bearer wrong', 'Basic abc', `Bearer ${sandbox.key}x`]) {
      const { status, json } = await sandbox.get(path, { authorization })
      expect(status).toBe(401)
      expect(json).toEqual({ message: 'Unauthenticated.' })
    }
  })

  test('is required to price, submit and control', async () => {
    await using sandbox = await openSandbox()
    const wrong = { authorization: 'Bearer wrong' }
    expect((await sandbox.post('txt2img', VALID_BODY, wrong)).status).toBe(401)
    expect((await sandbox.post('txt2img/price-calculation', VALID_BODY, wrong)).status).toBe(401)
    expect((await sandbox.get('/__sandbox/ledger', wrong)).status).toBe(401)
    expect((await sandbox.post('/__sandbox/faults', { faults: ['500'] }, wrong)).status).toBe(401)
    expect(sandbox.control.ledger()).toEqual([])
  })
})

/** A change to a valid body, and the field that it makes invalid. */
const invalidChanges: [change: Record<string, unknown>, field: string][] = [
  [{ prompt: '' }, 'prompt'],
  [{ prompt: null }, 'prompt'],
  [{ prompt: 7 }, 'prompt'],
  [{ model: undefined }, 'model'],
  [{ model: 'no-such' }, 'model'],
  [{ model: 'silhouette' }, 'model'],
  [{ width: '320' }, 'width'],
  [{ width: 320.5 }, 'width'],
  [{ width: 192 }, 'width'],
  [{ width: 2112 }, 'width'],
  [{ width: 330 }, 'width'],
  [{ height: undefined }, 'height'],
  [{ steps: 0 }, 'steps'],
  [{ steps: 9 }, 'steps'],
  [{ guidance: 21 }, 'guidance'],
  [{ guidance: 'high' }, 'guidance'],
  [{ seed: -2 }, 'seed'],
  [{ seed: 1.5 }, 'seed'],
  [{ negative_prompt: 'blur' }, 'negative_prompt'],
  [{ loras: [{ name: 'x', weight: 1 }] }, 'loras'],
  [{ loras: 'all' }, 'loras'],
  [{ model: 'meridian-xl', steps: 20, loras: [{ name: 'nope', weight: 1 }] }, 'loras.0.name'],
  [{ model: 'meridian-xl', steps: 20, loras: [{ name: 'paper-cut', weight: -1 }] }, 'loras.0.weight'],
  [{ webhook_url: 'http://example.org/hook' }, 'webhook_url'],
  [{ webhook_url: `https://example.org/${'x'.repeat(2048)}` }, 'webhook_url'],
]

const invalidCases = invalidChanges.map(
  ([change, field]) =>
    [inspect(change, { breakLength: Infinity }).slice(0, 70), field, change] satisfies [
      string,
      string,
      object,
    ],
)

describe('requests', () => {
  test.each(invalidCases)(
    'with %s get a 422 at %s from submit and price, and cost nothing',
    async (_title, field, change) => {
      await using sandbox = await openSandbox()
      for (const path of ['txt2img', 'txt2img/price-calculation']) {
        const { status, json } = await sandbox.post(path, { ...VALID_BODY, ...change })
        expect(status).toBe(422)
        expect(json).toMatchObject({ message: expect.any(String), errors: { [field]: [expect.any(String)] } })
      }
      expect(sandbox.control.ledger()).toEqual([])
      expect(sandbox.control.balance()).toBe(25)
    },
  )

  test('with several errors get a message that counts them', async () => {
    await using sandbox = await openSandbox()
    const { json } = await sandbox.post('txt2img', { model: 'aurora-turbo' })
    expect(json).toMatchObject({ message: 'The prompt field is required. (and 3 more errors)' })
  })

  test.each(['', '{', '[]', 'null', '"text"', '\u0000'])('with the body %j get a 422', async (body) => {
    await using sandbox = await openSandbox()
    expect((await sandbox.post('txt2img', body)).status).toBe(422)
  })

  test('with a body above 75 MB get a 413', async () => {
    await using sandbox = await openSandbox()
    const { status } = await sandbox.post('txt2img', 'x'.repeat(75 * 1024 * 1024 + 1))
    expect(status).toBe(413)
  })

  test('without guidance and seed are valid as specified and invalid live', async () => {
    const incomplete = { ...VALID_BODY, guidance: undefined, seed: undefined }
    await using spec = await openSandbox()
    await using live = await openSandbox({ flavour: 'live' })
    expect((await spec.post('txt2img', incomplete)).status).toBe(200)
    const rejected = await live.post('txt2img', incomplete)
    expect(rejected.json).toMatchObject({
      errors: { guidance: [expect.any(String)], seed: [expect.any(String)] },
    })
  })

  test('with a size between two steps are rounded down live', async () => {
    await using sandbox = await openSandbox({ flavour: 'live' })
    const price = async (width: number) =>
      (await sandbox.post('txt2img/price-calculation', { ...VALID_BODY, width })).data.price
    expect(await price(380)).toBe(await price(320))
  })

  test.each(['/api/v1/client/nothing', '/', '/api/v2/client/models', '//evil/%zz'])(
    'to %s get an error, and the sandbox keeps running',
    async (path) => {
      await using sandbox = await openSandbox()
      expect((await sandbox.get(sandbox.address + path)).status).toBeGreaterThanOrEqual(400)
      expect((await sandbox.get('models')).status).toBe(200)
    },
  )

  test('with a wrong method get 405 and the allowed method', async () => {
    await using sandbox = await openSandbox()
    const { status, headers } = await sandbox.get('txt2img')
    expect([status, headers.get('allow')]).toEqual([405, 'POST'])
  })
})

describe('money', () => {
  test('the quoted price is the charged price, to the last decimal', async () => {
    await using sandbox = await openSandbox()
    const body = { ...VALID_BODY, model: 'meridian-xl', width: 1000, height: 616, steps: 23, guidance: 4.5 }
    const { data } = await sandbox.post('txt2img/price-calculation', body)
    await sandbox.submit(body)
    const [entry] = sandbox.control.ledger()
    expect(entry).toMatchObject({ price: data.price, body })
    expect(sandbox.control.balance()).toBeCloseTo(25 - Number(data.price), 8)
    expect((await sandbox.get('balance')).data.balance).toBe(sandbox.control.balance())
    // More than six decimals; otherwise the comparisons above would not notice rounding.
    expect(Number(data.price)).not.toBe(Number(Number(data.price).toFixed(6)))
  })

  test('the price grows with size, steps and LoRAs, and not with prompt or seed', async () => {
    await using sandbox = await openSandbox()
    const model = { model: 'meridian-xl', steps: 20, guidance: 7 }
    const price = async (change: Record<string, unknown>) =>
      Number(
        (await sandbox.post('txt2img/price-calculation', { ...VALID_BODY, ...model, ...change })).data.price,
      )
    const base = await price({})
    expect(await price({ width: 640 })).toBeGreaterThan(base)
    expect(await price({ steps: 30 })).toBeGreaterThan(base)
    expect(await price({ loras: [{ name: 'paper-cut', weight: 0.8 }] })).toBeGreaterThan(base)
    expect(await price({ prompt: 'something else', seed: 99 })).toBe(base)
    sandbox.control.setPriceFactors({ 'meridian-xl': 2 })
    expect(await price({})).toBeCloseTo(base * 2, 8)
  })

  test('a balance that is too low is a 422 at `balance`, and live requires a minimum', async () => {
    await using spec = await openSandbox({ balance: 0.0001 })
    await using live = await openSandbox({ flavour: 'live', balance: 0.48 })
    for (const sandbox of [spec, live]) {
      const { status, json } = await sandbox.post('txt2img', VALID_BODY)
      expect(status).toBe(422)
      expect(json).toMatchObject({ errors: { balance: ['Not enough balance.'] } })
      sandbox.control.setBalance(5)
      await sandbox.submit()
    }
  })

  test('a failed job is refunded when it fails and not before', async () => {
    await using sandbox = await openSandbox({ faults: ['job-fails'] })
    const id = await sandbox.submit()
    expect(sandbox.control.balance()).toBeLessThan(25)
    sandbox.clock.advance(60_000)
    expect(await sandbox.status(id)).toMatchObject({
      status: 'error',
      error_code: 'PROCESSING_ERROR',
      refunded: true,
    })
    expect(sandbox.control.balance()).toBe(25)
  })
})

describe('a job', () => {
  test('goes from pending to processing to done within 3 to 9 seconds', async () => {
    await using sandbox = await openSandbox()
    const id = await sandbox.submit({ width: 1024, height: 1024, steps: 8 })
    expect(id).toMatch(UUID)
    expect(await sandbox.status(id)).toEqual({ status: 'pending', progress: 0 })
    const seen: number[] = []
    let seconds = 0
    for (; (await sandbox.status(id)).status !== 'done'; seconds += 0.25) {
      const { status, progress } = await sandbox.status(id)
      if (status === 'processing') seen.push(Number(progress))
      sandbox.clock.advance(250)
    }
    expect(seconds).toBeGreaterThan(3)
    expect(seconds).toBeLessThan(9)
    expect(seen.length).toBeGreaterThan(0)
    expect(seen).toEqual(seen.toSorted((a, b) => a - b))
    expect(await sandbox.status(id)).toMatchObject({ status: 'done', progress: 100 })
  })

  test('speed divides the time', async () => {
    await using sandbox = await openSandbox({ speed: 100 })
    const id = await sandbox.submit()
    sandbox.clock.advance(100)
    expect(await sandbox.status(id)).toMatchObject({ status: 'done' })
  })

  test('has nulls, its progress as text and its preview as a data URI live', async () => {
    await using sandbox = await openSandbox({ flavour: 'live' })
    const id = await sandbox.submit()
    expect(await sandbox.status(id)).toEqual({
      status: 'pending',
      progress: null,
      preview: null,
      result_url: null,
      results_alt_formats: null,
      result: null,
    })
    sandbox.clock.advance(2_500)
    const { progress, preview } = await sandbox.status(id)
    expect(progress).toMatch(/^\d+\.\d\d$/)
    const [head, body] = String(preview).split(',')
    expect(head).toBe('data:image/jpeg;base64')
    expect(Buffer.from(body ?? '', 'base64').subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]))
  })

  test('with an unknown id is a 404, whatever the id looks like', async () => {
    await using sandbox = await openSandbox()
    for (const id of ['1f0c7a3e-9d3b-4c58-a1f0-000000000000', 'x', '..%2F..', '']) {
      expect((await sandbox.get(`request-status/${id}`)).status).toBe(404)
    }
  })
})

test('a request with the default user agent of an HTTP library is rejected live', async () => {
  await using sandbox = await openSandbox({ flavour: 'live' })
  const { status, text } = await sandbox.get('models', { 'user-agent': 'node' })
  expect(status).toBe(403)
  expect(text).toContain('1010')
})
