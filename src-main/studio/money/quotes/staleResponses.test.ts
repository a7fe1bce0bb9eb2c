import fc from 'fast-check'
import { expect, test } from 'vitest'
import { quoteRequest, quoteWorld } from '../../testing/worlds/quoteWorld.ts'

const DRAFTS = ['one', 'two']
const REPLIES = 10_000

const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('edit' as const),
      draft: fc.nat(1),
      name: fc.nat(5),
      kind: fc.constantFrom('typing' as const, 'choice' as const),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.constantFrom(1, 50, 120, 500, 800) }),
  },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('reply' as const), at: fc.nat(20) }) },
)

test('no price of 10,000 responses in any order is returned for a superseded request or for another one', async () => {
  let replies = 0
  let fresh = 0
  const errors: string[] = []
  const { clock, calls, openService, database } = quoteWorld()

  const run = async (steps: (typeof step extends fc.Arbitrary<infer S> ? S : never)[]) => {
    const quotes = openService()
    // Increasing prices reveal a price of an earlier session or request.
    database.run('DELETE FROM quotes')
    const prices = new Map<string, number>()
    const latest = new Map<string, symbol>()
    const open = new Set<symbol>()
    const from = calls.length

    const edit = async (draft: string, name: string, kind: 'typing' | 'choice') => {
      const request = Symbol(name)
      latest.set(draft, request)
      open.add(request)
      const response = await quotes.price(quoteRequest(name, { draftId: draft, kind }))
      open.delete(request)
      const current = latest.get(draft) === request
      if (response.state === 'superseded' ? current : !current)
        errors.push(`${draft}: ${response.state} for ${name}`)
      if (response.state !== 'priced') return
      fresh++
      if (response.key !== `c1/${name}` || response.price !== prices.get(name))
        errors.push(`${draft}: price of ${name}`)
    }
    const reply = async (at: number) => {
      const ownCalls = calls.slice(from)
      const call = ownCalls[at % ownCalls.length]
      if (!call) return
      // An aborted call returns another price, which must not be used.
      const price = call.signal.aborted ? 1e9 + replies : (prices.get(call.name) ?? 1000 + replies)
      if (!call.signal.aborted) prices.set(call.name, price)
      call.reply({ price })
      replies++
      await clock.advance(0)
    }

    for (const one of steps) {
      if (one.do === 'edit') void edit(DRAFTS[one.draft] ?? '', String(one.name), one.kind)
      else if (one.do === 'wait') await clock.advance(one.ms)
      else await reply(one.at)
      await clock.advance(0)
    }
    await clock.advance(1000)
    for (const at of calls.slice(from).keys()) await reply(at)
    expect(open.size).toBe(0)
    expect(errors).toEqual([])
  }

  await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 60 }), run), { numRuns: 600 })
  expect(replies).toBeGreaterThan(REPLIES)
  expect(fresh).toBeGreaterThan(REPLIES / 10)
})
