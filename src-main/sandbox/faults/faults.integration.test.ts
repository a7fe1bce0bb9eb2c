import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { isRecord } from '../isRecord.ts'
import { openSandbox, VALID_BODY } from '../testing.ts'
import { checkFault, faultKinds } from './FaultInjector.ts'

describe('a submit with a fault', () => {
  test('lost-reply: billed and recorded, but no response arrives', async () => {
    await using sandbox = await openSandbox({ faults: ['lost-replyx1'] })
    await expect(sandbox.post('txt2img', VALID_BODY)).rejects.toThrow('fetch failed')
    const [entry] = sandbox.control.ledger()
    expect(entry?.body).toEqual(VALID_BODY)
    expect(sandbox.control.balance()).toBeLessThan(25)
    sandbox.clock.advance(60_000)
    expect(await sandbox.status(entry?.requestId ?? '')).toMatchObject({ status: 'done' })
    await sandbox.submit()
  })

  test.each(['reset', '429', '500', '502', '503', '504', 'html', 'redirect', '401', '403'])(
    '%s: not processed and not billed',
    async (fault) => {
      await using sandbox = await openSandbox({ faults: [`submit:${fault}`] })
      const response = await sandbox.post('txt2img', VALID_BODY).catch(() => null)
      expect(response?.status).not.toBe(200)
      expect(sandbox.control.ledger()).toEqual([])
      expect(sandbox.control.counts().submit).toBe(1)
    },
  )

  test.each([
    '500=billed',
    '502=billed',
    '504=billed',
    'truncated',
    'html-ok',
    'empty-response',
    'no-id',
    'bad-id',
    'cut-short',
  ])('%s: billed once, and no usable id is returned', async (fault) => {
    await using sandbox = await openSandbox({ faults: [`submit:${fault}`] })
    const response = await sandbox.post('txt2img', VALID_BODY).catch(() => null)
    const [entry, ...more] = sandbox.control.ledger()
    expect(more).toEqual([])
    expect(response?.data.request_id).not.toBe(entry?.requestId)
    expect(sandbox.control.balance()).toBeLessThan(25)
  })

  test('a rejected request keeps its error and uses up no fault', async () => {
    await using sandbox = await openSandbox({ faults: ['lost-replyx1'] })
    expect((await sandbox.post('txt2img', { ...VALID_BODY, width: 1 })).status).toBe(422)
    expect(sandbox.control.faults()).toEqual([{ name: 'lost-reply', count: 1 }])
  })

  test('redirect: a 307 to a path where a second request is accepted', async () => {
    await using sandbox = await openSandbox({ faults: ['submit:redirectx1'] })
    const { status, headers } = await sandbox.post('txt2img', VALID_BODY)
    expect([status, headers.get('location')]).toEqual([307, '/api/v1/client/txt2img?redirected=1'])
    expect((await sandbox.post(String(headers.get('location')), VALID_BODY)).status).toBe(200)
  })

  test.each([
    ['429', '1'],
    ['429=30', '30'],
    ['429=86400', '86400'],
    ['429=none', null],
    ['429=garbage', 'soon, perhaps'],
    ['429=date', 'Sat, 14 Mar 2026 09:30:02 GMT'],
  ])('%s sends Retry-After %s', async (fault, retryAfter) => {
    await using sandbox = await openSandbox({ faults: [fault] })
    const { status, headers } = await sandbox.get('models')
    expect([status, headers.get('retry-after')]).toEqual([429, retryAfter])
  })
})

test.each([
  ['422', { errors: { prompt: [expect.any(String)] } }],
  ['422=array', { errors: [{ field: 'prompt', messages: [expect.any(String)] }] }],
  ['422=balance', { errors: { balance: [expect.any(String)] } }],
])('%s has its own form of errors and bills nothing', async (fault, json) => {
  await using sandbox = await openSandbox({ faults: [fault] })
  expect(await sandbox.post('txt2img', VALID_BODY)).toMatchObject({ status: 422, json })
  expect(sandbox.control.ledger()).toEqual([])
})

test('422=missing has a message and no errors', async () => {
  await using sandbox = await openSandbox({ faults: ['422=missing'] })
  const { status, json } = await sandbox.post('txt2img', VALID_BODY)
  expect([status, Object.keys(Object(json))]).toEqual([422, ['message']])
})

describe('fault rules', () => {
  test('apply only to their endpoint, and as often as their count', async () => {
    await using sandbox = await openSandbox({ faults: ['price:503x2'] })
    const statuses: number[] = []
    for (let i = 0; i < 3; i += 1)
      statuses.push((await sandbox.post('txt2img/price-calculation', VALID_BODY)).status)
    expect(statuses).toEqual([503, 503, 200])
    expect((await sandbox.get('models')).status).toBe(200)
  })

  test('apply by chance, identically for the same seed', async () => {
    const run = async (seed: number) => {
      await using sandbox = await openSandbox({ faults: ['balance:500@0.5'], seed })
      const statuses: number[] = []
      for (let i = 0; i < 24; i += 1) statuses.push((await sandbox.get('balance')).status)
      return statuses
    }
    const first = await run(5)
    expect(await run(5)).toEqual(first)
    expect(await run(6)).not.toEqual(first)
    expect(new Set(first)).toEqual(new Set([200, 500]))
  })

  test('can be changed over HTTP as text and as data, and an invalid one changes nothing', async () => {
    await using sandbox = await openSandbox()
    const set = await sandbox.post('/__sandbox/faults', {
      faults: ['models:slow=250', { name: '404', endpoint: 'status', count: 2 }],
    })
    expect(set.status).toBe(200)
    const wrong = await sandbox.post('/__sandbox/faults', { faults: ['no-such-fault'] })
    expect(wrong).toMatchObject({ status: 422, json: { message: expect.stringContaining('no-such-fault') } })
    expect(await sandbox.post('/__sandbox/faults', { faults: '429' })).toMatchObject({ status: 422 })
    expect(await sandbox.post('/__sandbox/hidden-models', { slugs: 'painter' })).toMatchObject({
      status: 422,
    })
    expect(sandbox.control.faults()).toEqual([
      { name: 'slow', endpoint: 'models', value: '250' },
      { name: '404', endpoint: 'status', count: 2 },
    ])
    await sandbox.get('models')
    expect(sandbox.clock.sleepsMs).toEqual([250])
    await sandbox.post('/__sandbox/faults', { faults: [] })
    expect(sandbox.control.faults()).toEqual([])
  })
})

describe('a models list with a fault', () => {
  test('is unreadable, empty, or has one invalid record among valid ones', async () => {
    await using sandbox = await openSandbox()
    const listed = async (fault: string) => {
      sandbox.control.setFaults([fault])
      const { json } = await sandbox.get('models')
      return isRecord(json) ? json.data : null
    }
    expect(await listed('models-unreadable')).not.toBeInstanceOf(Array)
    expect(await listed('models-empty')).toEqual([])
    const withInvalid = await listed('models-bad-record')
    expect(withInvalid).toHaveLength(26)
    expect(Array.isArray(withInvalid) && isRecord(withInvalid[0]) ? withInvalid[0].slug : '').toBeNull()
  })
})

describe('a status with a fault', () => {
  test.each([
    ['odd-status', { status: 'in_progress' }],
    ['odd-status=QUEUED', { status: 'QUEUED' }],
    ['string-progress', { progress: expect.stringMatching(/^\d+\.\d\d$/) }],
    ['null-progress', { progress: null }],
    ['wild-progress', { progress: 4200 }],
    ['bad-preview', { preview: 'javascript:alert(1)' }],
    ['all-null', { status: 'processing', progress: null, result: null }],
  ])('%s changes the status record', async (fault, expected) => {
    await using sandbox = await openSandbox({ faults: [fault] })
    const id = await sandbox.submit()
    sandbox.clock.advance(2_000)
    expect(await sandbox.status(id)).toMatchObject(expected)
  })

  test('backward-progress: less than before', async () => {
    await using sandbox = await openSandbox()
    const id = await sandbox.submit()
    sandbox.clock.advance(2_500)
    const before = await sandbox.status(id)
    sandbox.control.setFaults(['backward-progress'])
    expect(Number((await sandbox.status(id)).progress)).toBeLessThan(Number(before.progress))
  })

  test('backward-progress=0: the same as before', async () => {
    await using sandbox = await openSandbox()
    const id = await sandbox.submit()
    sandbox.clock.advance(2_500)
    const { progress } = await sandbox.status(id)
    sandbox.control.setFaults(['backward-progress=0'])
    expect(await sandbox.status(id)).toMatchObject({ progress })
  })

  test.each([
    ['odd-done', { status: 'COMPLETED' }],
    ['bad-link', { result_url: 'file:///etc/passwd' }],
  ])('%s on a finished job', async (fault, expected) => {
    await using sandbox = await openSandbox({ faults: [fault] })
    expect(await sandbox.finish()).toMatchObject(expected)
  })

  test('no-result: done without a link', async () => {
    await using sandbox = await openSandbox({ faults: ['no-result'] })
    expect(await sandbox.finish()).toEqual({ id: expect.any(String), status: 'done', progress: 100 })
  })

  test('404x2: the job is found again at the third request', async () => {
    await using sandbox = await openSandbox({ faults: ['404x2'] })
    const id = await sandbox.submit()
    const statuses: number[] = []
    for (let i = 0; i < 3; i += 1) statuses.push((await sandbox.get(`request-status/${id}`)).status)
    expect(statuses).toEqual([404, 404, 200])
  })
})

describe('a job with a fault', () => {
  test.each([
    ['job-fails', { status: 'error', error_reason: 'PROCESSING_FAILED', refunded: true }],
    ['job-fails=SOURCE_PRIVATE', { status: 'error', error_reason: 'SOURCE_PRIVATE' }],
    ['job-fails=kept', { status: 'error', refunded: false }],
    ['job-stuck=30', { status: 'processing', progress: 29 }],
    ['job-stuck=0', { status: 'processing', progress: 0 }],
  ])('%s determines how the job ends', async (fault, expected) => {
    await using sandbox = await openSandbox({ faults: [fault] })
    expect(await sandbox.finish()).toMatchObject(expected)
  })

  test.each([
    ['bare', false, false],
    ['bare-late', true, false],
    ['bare-kept', true, true],
  ])('job-fails=%s: no details of the failure or the refund', async (value, isKept, isKeptForever) => {
    await using sandbox = await openSandbox({ balance: 20, faults: [`job-fails=${value}`] })
    expect(Object.keys(await sandbox.finish()).toSorted()).toEqual(['id', 'progress', 'status'])
    const price = sandbox.control.ledger()[0]?.price ?? 0
    expect(sandbox.control.balance()).toBeCloseTo(isKept ? 20 - price : 20, 8)
    sandbox.clock.advance(600_000)
    expect(sandbox.control.balance()).toBeCloseTo(isKeptForever ? 20 - price : 20, 8)
  })
})

describe('a result with a fault', () => {
  const fetchResult = async (fault: string) => {
    await using sandbox = await openSandbox()
    const { result_url } = await sandbox.finish()
    const whole = await (await fetch(String(result_url))).arrayBuffer()
    sandbox.control.setFaults([fault])
    const response = await fetch(String(result_url), { redirect: 'manual' })
    const text = await response.text().catch(() => null)
    return {
      status: response.status,
      type: response.headers.get('content-type'),
      text,
      whole: whole.byteLength,
      length: Number(response.headers.get('content-length')),
      location: response.headers.get('location'),
    }
  }

  test.each([
    ['expired-link', 403, 'Request has expired'],
    ['result-gone', 404, 'NoSuchKey'],
    ['html-result', 200, '<html>'],
    ['svg-result', 200, '<svg'],
    ['500', 500, 'Server Error'],
  ])('%s responds with %i and “%s”', async (fault, status, text) => {
    const result = await fetchResult(`result:${fault}`)
    expect(result.status).toBe(status)
    expect(result.text).toContain(text)
  })

  test('garbage-result, empty-result, truncated-result and wrong-length', async () => {
    expect((await fetchResult('garbage-result')).text).not.toContain('PNG')
    expect((await fetchResult('empty-result')).text).toBe('')
    const half = await fetchResult('truncated-result')
    expect(half.length).toBe(Math.floor(half.whole / 2))
    expect(half.text).toContain('PNG')
    const wrongLength = await fetchResult('wrong-length')
    expect([wrongLength.length, wrongLength.text]).toEqual([wrongLength.whole, null])
  })

  test('result-redirect points to a file URL', async () => {
    expect(await fetchResult('result-redirect')).toMatchObject({
      status: 302,
      location: 'file:///etc/passwd',
    })
  })
})

test('every fault can be applied without stopping the sandbox', async () => {
  await using sandbox = await openSandbox()
  const { id, result_url } = await sandbox.finish()
  const unfinished = await sandbox.submit()
  const paths = {
    submit: 'txt2img',
    price: 'txt2img/price-calculation',
    models: 'models',
    balance: 'balance',
  }
  for (const [name, kind] of Object.entries(faultKinds)) {
    if (name === 'stall') continue
    for (const endpoint of kind.endpoints) {
      sandbox.control.setFaults([{ name, endpoint }])
      if (endpoint === 'submit' || endpoint === 'price')
        await sandbox.post(paths[endpoint], VALID_BODY).catch(() => null)
      else if (endpoint === 'status')
        for (const job of [id, unfinished]) await sandbox.get(`request-status/${job}`).catch(() => null)
      else if (endpoint === 'result')
        await fetch(String(result_url), { redirect: 'manual' })
          .then((response) => response.text())
          .catch(() => null)
      else await sandbox.get(paths[endpoint]).catch(() => null)
    }
  }
  sandbox.control.setFaults([])
  expect((await sandbox.get('models')).status).toBe(200)
})

test('stall: half of the response, then nothing until the client cancels', async () => {
  await using sandbox = await openSandbox({ faults: ['models:stall'] })
  const response = await fetch(`${sandbox.address}/api/v1/client/models`, {
    headers: { authorization: `Bearer ${sandbox.key}` },
  })
  const reader = response.body?.getReader()
  const { value } = (await reader?.read()) ?? {}
  expect(value?.length).toBeGreaterThan(0)
  expect(value?.length).toBeLessThan(Number(response.headers.get('content-length')))
  const next = reader?.read().catch(() => null)
  expect(await Promise.race([next, wait(100, 'pending')])).toBe('pending')
  await reader?.cancel()
})

test.each([
  ['job-stuck=-5', 'The value of job-stuck must be a number from 0 to 99.'],
  ['job-stuck=100', 'The value of job-stuck must be a number from 0 to 99.'],
  ['job-stuck=half', 'The value of job-stuck must be a number from 0 to 99.'],
  ['backward-progress=', 'The value of backward-progress must be a number from 0 to 100.'],
  ['slow=-1', 'The value of slow must be a number from 0 to 86400000.'],
  ['html=99', 'The value of html must be a number from 200 to 599.'],
])('%s is an error', (fault, message) => {
  expect(() => checkFault(fault)).toThrow(message)
})

test('a fault with a numeric value also accepts `billed`', () => {
  expect(checkFault('html=billed')).toEqual({ name: 'html', value: 'billed' })
})

test.each([
  ['bad-link="https://example.com/512x512"', { value: 'https://example.com/512x512' }],
  ['bad-link="https://example.com/@5"@0.5x2', { value: 'https://example.com/@5', chance: 0.5, count: 2 }],
  ['bad-price="free"', { value: 'free' }],
  ['bad-price=""12""', { value: '"12"' }],
  ['bad-link=https://example.com/x2', { value: 'https://example.com/', count: 2 }],
])('%s: quotes around a value keep its end from being read as chance or count', (fault, expected) => {
  const { name: _, ...rule } = checkFault(fault)
  expect(rule).toEqual(expected)
})
