import { describe, expect, test } from 'vitest'
import { helpText, readCommandLine } from './commandLine.ts'
import { faultKinds } from './faults/FaultInjector.ts'

describe('the command line', () => {
  test('reads every option', () => {
    const line =
      '--port 8123 --speed 50 --flavour live --state /tmp/s --balance 3.5 --link-seconds 60 --seed 9'
    expect(
      readCommandLine([
        ...line.split(' '),
        '--fault',
        'submit:429=30@0.2x5',
        '--fault',
        '404',
        '--limit',
        'status=50/min,200/day',
        '--limit',
        'price=5/min,retry-after=none',
      ]),
    ).toEqual({
      port: 8123,
      speed: 50,
      flavour: 'live',
      stateFolder: '/tmp/s',
      balance: 3.5,
      linkLifetimeMs: 60_000,
      seed: 9,
      faults: [{ name: '429', endpoint: 'submit', value: '30', chance: 0.2, count: 5 }, { name: '404' }],
      limits: { status: { perMinute: 50, perDay: 200 }, price: { perMinute: 5, retryAfter: 'none' } },
    })
  })

  test.each([
    ['--port', '70000'],
    ['--port', ''],
    ['--port', '80.5'],
    ['--seed', '1.5'],
    ['--speed', '0'],
    ['--flavour', 'unknown'],
    ['--fault', 'no-such'],
    ['--fault', 'nowhere:429'],
    ['--fault', '429@2'],
    ['--limit', 'status=often'],
    ['--limit', 'status=0/min'],
    ['--limit', 'everything=1/min'],
    ['--colour', 'blue'],
  ])('%s %s throws a readable message', (name, value) => {
    expect(() => readCommandLine([name, value])).toThrow(/\w+ .*\w/)
  })

  test('help lists every fault', () => {
    expect(readCommandLine(['--help'])).toBe('help')
    for (const name of Object.keys(faultKinds)) expect(helpText()).toContain(name)
  })
})
