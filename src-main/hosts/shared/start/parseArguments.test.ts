import { describe, expect, it } from 'vitest'
import { parseArguments } from './startArguments.ts'

const none = { host: null, port: 0, data: null, shouldOpenBrowser: true }

describe('parseArguments', () => {
  it.each([
    [[], none],
    [
      ['--host', 'browser', '--port', '4400', '--no-open'],
      { ...none, host: 'browser', port: 4400, shouldOpenBrowser: false },
    ],
    [['--host=electron', '--port=0'], { ...none, host: 'electron' }],
    [['--data', 'here'], { ...none, data: '/somewhere/here' }],
    [['--data=/a=b'], { ...none, data: '/a=b' }],
  ])('reads %j', (argv, expected) => {
    expect(parseArguments(argv, '/somewhere')).toEqual(expected)
  })

  it.each([
    [['--host', 'firefox'], '"electron" or "browser"'],
    [['--port', '70000'], '0 to 65535'],
    [['--port', '-1'], '0 to 65535'],
    [['--port', '80 80'], '0 to 65535'],
    [['--data'], 'needs a value'],
    [['--data', '--no-open'], 'needs a value'],
    [['--date', 'x'], 'does not know "--date"'],
    [['stray'], 'does not know "stray"'],
  ])('rejects %j with a message', (argv, message) => {
    expect(() => parseArguments(argv, '/somewhere')).toThrow(message)
  })

  it('ignores unknown flags on request', () => {
    const argv = ['--no-sandbox', '--inspect=0', '.', '--data', '/d', '--remote-debugging-port=0']
    expect(parseArguments(argv, '/somewhere', true)).toEqual({ ...none, data: '/d' })
  })
})
