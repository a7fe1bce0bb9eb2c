import { describe, expect, it } from 'vitest'
import { readBalance, readPrice } from './readMoney.ts'
import { readModelsPage } from './readModelsPage.ts'
import { readRequestId } from './readStatusRecord.ts'

const ID = 'c08a339c-73e5-4d67-a4d5-231302fbff9a'

describe('the request id', () => {
  it.each([{ data: { request_id: ID } }, { request_id: ID }, { data: { request_id: ` ${ID}\n` } }])(
    'is found in %j',
    (json) => expect(readRequestId(json)).toBe(ID),
  )

  it.each([
    undefined,
    null,
    [],
    'x',
    {},
    { data: null },
    { data: [] },
    { data: {} },
    { data: { request_id: null } },
    { data: { request_id: 7 } },
    { data: { request_id: 'abc' } },
    { data: { request_id: `../${ID}` } },
    { data: { request_id: `${ID}/x` } },
    { data: { request_id: [ID] } },
    { data: { id: ID } },
  ])('is not read from %j', (json) => expect(readRequestId(json)).toBeNull())
})

describe('the price', () => {
  it.each([
    [{ data: { price: 0.004213 } }, 4_213_000],
    [{ data: { price: '0.00136' } }, 1_360_000],
    [{ price: 0.5 }, 500_000_000],
    [{ data: { price: 0 } }, 0],
    [{ data: { price: 1e-12 } }, 1],
    [{ data: { price: 1000 } }, 1_000_000_000_000],
  ])('of %j is %i', (json, price) => expect(readPrice(json)).toBe(price))

  it.each([
    undefined,
    null,
    0.5,
    [],
    { data: {} },
    { data: { price: null } },
    { data: { price: -1 } },
    { data: { price: 1000.000000001 } },
    { data: { price: 9_000_000 } },
    { data: { price: '9e200' } },
    { data: { price: 'n/a' } },
    { data: { price: true } },
    { data: { request_id: ID } },
    { data: null, price: 1 },
  ])('is not read from %j', (json) => expect(readPrice(json)).toBeNull())
})

it('does not read a balance from the beginning of a longer text', () => {
  expect(readBalance({ balance: `${' '.repeat(99)}52` })).toBeNull()
})

describe('the balance', () => {
  it.each([
    [{ data: { balance: 19.72 } }, 19_720_000_000],
    [{ balance: '5.00' }, 5_000_000_000],
    [{ data: { balance: -0.03 } }, -30_000_000],
    [{ data: { balance: '-0.03' } }, -30_000_000],
    [{ data: {} }, null],
    [{ data: { balance: null } }, null],
    [[], null],
  ])('of %j is %s', (json, balance) => expect(readBalance(json)).toBe(balance))
})

describe('a page of models', () => {
  const links = { next: 'https://x.example/?page=2' }
  it.each([
    [{ data: [1], meta: { current_page: 2, last_page: 3, total: 60 } }, [2, 3, false, 60]],
    [{ data: [1], meta: { current_page: '1', last_page: '4' } }, [1, 4, false, 1]],
    [{ data: [1], links }, [null, null, true, 1]],
    [{ data: [1], links: { next: null }, meta: [] }, [null, null, false, 1]],
    [{ data: [1], meta: { current_page: -1, last_page: 1e99 } }, [null, null, false, 1]],
  ])('is read from %j', (json, [currentPage, lastPage, hasNext, total]) =>
    expect(readModelsPage(json)).toEqual({ records: [1], currentPage, lastPage, hasNext, total }),
  )

  it.each([undefined, null, [], '<html>', {}, { data: null }, { data: {} }, { models: [] }])(
    'is not read from %j',
    (json) => expect(readModelsPage(json)).toBeNull(),
  )
})
