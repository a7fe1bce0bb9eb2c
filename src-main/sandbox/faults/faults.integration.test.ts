import { describe, expect, test } from 'vitest'
import { isRecord } from '../isRecord.ts'
import { GOOD, openSandbox } from '../testing/openSandbox.ts'
import { faultKinds } from './faultKinds.ts'

describe('a submit that goes wrong', () => {
  test('lost-reply: billed and recorded, but the answer never comes', async () => {
    await using sandbox = await openSandbox({ faults: ['lost-replyx1'] })
    await expect(sandbox.post('txt2img', GOOD)).rejects.toThrow('fetch failed')
    const [entry] = sandbox.control.ledger()
    expect(entry?.body).toEqual(GOOD)
    expect(sandbox.control.balance()).toBeLessThan(25)
    sandbox.clock.pass(60_000)
    expect(await sandbox.status(entry?.requestId ?? '')).toMatchObject({ status: 'done' })
    await sandbox.submit()
  })

  test.each(['reset', '429', '500', '502', '503', '504', 'html', 'redirect', '401', '403'])(
    '%s: nothing is processed and nothing billed',
    async (fault) => {
      await using sandbox = await openSandbox({ faults: [`submit:${fault}`] })
      const heard = await sandbox.post('txt2img', GOOD).catch(() => null)
      expect(heard?.status).not.toBe(200)
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
    'empty-answer',
    'no-id',
    'bad-id',
    'cut-short',
  ])('%s: billed once, and no usable id comes back', async (fault) => {
    await using sandbox = await openSandbox({ faults: [`submit:${fault}`] })
    const heard = await sandbox.post('txt2img', GOOD).catch(() => null)
    const [entry, ...more] = sandbox.control.ledger()
    expect(more).toEqual([])
    expect(heard?.data.request_id).not.toBe(entry?.requestId)
    expect(sandbox.control.balance()).toBeLessThan(25)
  })

  test('a refusal stays a refusal, and uses up no fault', async () => {
    await using sandbox = await openSandbox({ faults: ['lost-replyx1'] })
    expect((await sandbox.post('txt2img', { ...GOOD, width: 1 })).status).toBe(422)
    expect(sandbox.control.faults()).toEqual([{ name: 'lost-reply', count: 1 }])
  })

  test('redirect: a 307 to where a second request would be taken', async () => {
    await using sandbox = await openSandbox({ faults: ['submit:redirectx1'] })
    const { status, headers } = await sandbox.post('txt2img', GOOD)
    expect([status, headers.get('location')]).toEqual([307, '/api/v1/client/txt2img?redirected=1'])
    expect((await sandbox.post(String(headers.get('location')), GOOD)).status).toBe(200)
  })

  test.each([
    ['429', '1'],
    ['429=30', '30'],
    ['429=86400', '86400'],
    ['429=none', null],
    ['429=garbage', 'soon, perhaps'],
    ['429=date', 'Sat, 14 Mar 2026 09:30:02 GMT'],
  ])('%s says to come back: %s', async (fault, retryAfter) => {
    await using sandbox = await openSandbox({ faults: [fault] })
    const { status, headers } = await sandbox.get('models')
    expect([status, headers.get('retry-after')]).toEqual([429, retryAfter])
  })
})

test.each([
  ['422', { errors: { prompt: [expect.any(String)] } }],
  ['422=array', { errors: [{ field: 'prompt', messages: [expect.any(String)] }] }],
  ['422=balance', { errors: { balance: [expect.any(String)] } }],
])('%s refuses in its own shape and bills nothing', async (fault, json) => {
  await using sandbox = await openSandbox({ faults: [fault] })
  expect(await sandbox.post('txt2img', GOOD)).toMatchObject({ status: 422, json })
  expect(sandbox.control.ledger()).toEqual([])
})

test('422=missing refuses with words alone', async () => {
  await using sandbox = await openSandbox({ faults: ['422=missing'] })
  const { status, json } = await sandbox.post('txt2img', GOOD)
  expect([status, Object.keys(Object(json))]).toEqual([422, ['message']])
})

describe('rules', () => {
  test('strike only their endpoint, and only as often as counted', async () => {
    await using sandbox = await openSandbox({ faults: ['price:503x2'] })
    const statuses: number[] = []
    for (let i = 0; i < 3; i += 1)
      statuses.push((await sandbox.post('txt2img/price-calculation', GOOD)).status)
    expect(statuses).toEqual([503, 503, 200])
    expect((await sandbox.get('models')).status).toBe(200)
  })

  test('strike by chance, the same way for the same seed', async () => {
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

  test('can be changed through the door, as words and as data, and wrong ones change nothing', async () => {
    await using sandbox = await openSandbox()
    const set = await sandbox.post('/__sandbox/faults', {
      faults: ['models:slow=250', { name: '404', endpoint: 'status', count: 2 }],
    })
    expect(set.status).toBe(200)
    const wrong = await sandbox.post('/__sandbox/faults', { faults: ['no-such-fault'] })
    expect(wrong).toMatchObject({ status: 422, json: { message: expect.stringContaining('no-such-fault') } })
    expect(sandbox.control.faults()).toEqual([
      { name: 'slow', endpoint: 'models', value: '250' },
      { name: '404', endpoint: 'status', count: 2 },
    ])
    await sandbox.get('models')
    expect(sandbox.clock.slept).toEqual([250])
    await sandbox.post('/__sandbox/faults', { faults: [] })
    expect(sandbox.control.faults()).toEqual([])
  })
})

describe('a models list that goes wrong', () => {
  test('can be unreadable, empty, or have one bad record among good ones', async () => {
    await using sandbox = await openSandbox()
    const listed = async (fault: string) => {
      sandbox.control.setFaults([fault])
      const { json } = await sandbox.get('models')
      return isRecord(json) ? json.data : null
    }
    expect(await listed('models-unreadable')).not.toBeInstanceOf(Array)
    expect(await listed('models-empty')).toEqual([])
    const spoilt = await listed('models-bad-record')
    expect(spoilt).toHaveLength(26)
    expect(Array.isArray(spoilt) && isRecord(spoilt[0]) ? spoilt[0].slug : '').toBeNull()
  })
})

describe('a status that goes wrong', () => {
  test.each([
    ['odd-status', { status: 'in_progress' }],
    ['odd-status=QUEUED', { status: 'QUEUED' }],
    ['string-progress', { progress: expect.stringMatching(/^\d+\.\d\d$/) }],
    ['null-progress', { progress: null }],
    ['wild-progress', { progress: 4200 }],
    ['bad-preview', { preview: 'javascript:alert(1)' }],
    ['all-null', { status: 'processing', progress: null, result: null }],
  ])('%s', async (fault, expected) => {
    await using sandbox = await openSandbox({ faults: [fault] })
    const id = await sandbox.submit()
    sandbox.clock.pass(2_000)
    expect(await sandbox.status(id)).toMatchObject(expected)
  })

  test('backward-progress: less than it was', async () => {
    await using sandbox = await openSandbox()
    const id = await sandbox.submit()
    sandbox.clock.pass(2_500)
    const before = await sandbox.status(id)
    sandbox.control.setFaults(['backward-progress'])
    expect(Number((await sandbox.status(id)).progress)).toBeLessThan(Number(before.progress))
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

  test('404 twice, and then the job is known again', async () => {
    await using sandbox = await openSandbox({ faults: ['404x2'] })
    const id = await sandbox.submit()
    const statuses: number[] = []
    for (let i = 0; i < 3; i += 1) statuses.push((await sandbox.get(`request-status/${id}`)).status)
    expect(statuses).toEqual([404, 404, 200])
  })
})

describe('a job that ends badly', () => {
  test.each([
    ['job-fails', { status: 'error', error_reason: 'PROCESSING_FAILED', refunded: true }],
    ['job-fails=SOURCE_PRIVATE', { status: 'error', error_reason: 'SOURCE_PRIVATE' }],
    ['job-fails=kept', { status: 'error', refunded: false }],
    ['job-stuck=30', { status: 'processing', progress: 29 }],
  ])('%s', async (fault, expected) => {
    await using sandbox = await openSandbox({ faults: [fault] })
    expect(await sandbox.finish()).toMatchObject(expected)
  })

  test.each([
    ['bare', false, false],
    ['bare-late', true, false],
    ['bare-kept', true, true],
  ])('job-fails=%s: no word of why, nor of a refund', async (value, isKept, isKeptForGood) => {
    await using sandbox = await openSandbox({ balance: 20, faults: [`job-fails=${value}`] })
    expect(Object.keys(await sandbox.finish()).toSorted()).toEqual(['id', 'progress', 'status'])
    const price = sandbox.control.ledger()[0]?.price ?? 0
    expect(sandbox.control.balance()).toBeCloseTo(isKept ? 20 - price : 20, 8)
    sandbox.clock.pass(600_000)
    expect(sandbox.control.balance()).toBeCloseTo(isKeptForGood ? 20 - price : 20, 8)
  })
})

describe('a result that goes wrong', () => {
  const fetchResult = async (fault: string) => {
    await using sandbox = await openSandbox()
    const { result_url } = await sandbox.finish()
    const whole = await (await fetch(String(result_url))).arrayBuffer()
    sandbox.control.setFaults([fault])
    const answer = await fetch(String(result_url), { redirect: 'manual' })
    const text = await answer.text().catch(() => null)
    return {
      status: answer.status,
      type: answer.headers.get('content-type'),
      text,
      whole: whole.byteLength,
      length: Number(answer.headers.get('content-length')),
    }
  }

  test.each([
    ['expired-link', 403, 'Request has expired'],
    ['result-gone', 404, 'NoSuchKey'],
    ['html-result', 200, '<html>'],
    ['svg-result', 200, '<svg'],
    ['500', 500, 'Server Error'],
  ])('%s', async (fault, status, words) => {
    const heard = await fetchResult(`result:${fault}`)
    expect(heard.status).toBe(status)
    expect(heard.text).toContain(words)
  })

  test('garbage, nothing, half of it, and a length that is a lie', async () => {
    expect((await fetchResult('garbage-result')).text).not.toContain('PNG')
    expect((await fetchResult('empty-result')).length).toBe(0)
    const half = await fetchResult('truncated-result')
    expect(half.length).toBe(Math.floor(half.whole / 2))
    expect(half.text).toContain('PNG')
    const lie = await fetchResult('length-lie')
    expect([lie.length, lie.text]).toEqual([lie.whole, null])
  })

  test('result-redirect leads to a file address', async () => {
    expect((await fetchResult('result-redirect')).status).toBe(302)
  })
})

test('every fault of the table can strike without stopping the sandbox', async () => {
  await using sandbox = await openSandbox()
  for (const [name, kind] of Object.entries(faultKinds)) {
    if (name === 'stall') continue
    for (const endpoint of kind.endpoints) {
      sandbox.control.setFaults([{ name, endpoint }])
      if (endpoint === 'submit' || endpoint === 'price') {
        await sandbox
          .post(endpoint === 'submit' ? 'txt2img' : 'txt2img/price-calculation', GOOD)
          .catch(() => null)
      } else
        await sandbox
          .get(
            endpoint === 'result' ? '/results/x.png' : endpoint === 'status' ? 'request-status/x' : endpoint,
          )
          .catch(() => null)
    }
  }
  sandbox.control.setFaults([])
  expect((await sandbox.get('models')).status).toBe(200)
})

test('stall: half of the answer, and then silence until the client gives up', async () => {
  await using sandbox = await openSandbox({ faults: ['models:stall'] })
  const answer = await fetch(`${sandbox.address}/api/v1/client/models`, {
    headers: { authorization: `Bearer ${sandbox.key}` },
  })
  const reader = answer.body?.getReader()
  const { value } = (await reader?.read()) ?? {}
  expect(value?.length).toBeGreaterThan(0)
  expect(value?.length).toBeLessThan(Number(answer.headers.get('content-length')))
  await reader?.cancel()
})
