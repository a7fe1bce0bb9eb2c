import { describe, expect, test } from 'vitest'
import { openSandbox } from '../testing.ts'

describe.each(['spec', 'live'] as const)('the balance (%s)', (flavour) => {
  test('is the credit less the charges, as a number in `data`', async () => {
    await using sandbox = await openSandbox({ flavour, balance: 19.72 })
    expect((await sandbox.get('balance')).json).toEqual({ data: { balance: 19.72 } })
    await sandbox.submit()
    const price = sandbox.control.ledger()[0]?.price ?? 0
    expect((await sandbox.get('balance')).data.balance).toBeCloseTo(19.72 - price, 8)
    sandbox.control.setBalance(30)
    expect((await sandbox.get('balance')).json).toEqual({ data: { balance: 30 } })
  })

  test.each([
    ['balance:loose-balance', { balance: 19.72 }],
    ['balance:loose-balance=text', { data: { balance: '19.72' } }],
    ['balance:loose-balance=none', { data: {} }],
    ['balance:loose-balance=-0.03', { data: { balance: -0.03 } }],
    ['balance:loose-balance=null', { data: { balance: null } }],
  ])('is reported in another form with the fault %s', async (fault, json) => {
    await using sandbox = await openSandbox({ flavour, balance: 19.72, faults: [fault] })
    expect((await sandbox.get('balance')).json).toEqual(json)
  })

  test('gets 404 with the fault balance:404', async () => {
    await using sandbox = await openSandbox({ flavour, faults: ['balance:404'] })
    expect((await sandbox.get('balance')).status).toBe(404)
  })
})
