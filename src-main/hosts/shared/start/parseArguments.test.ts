import { describe, expect, it } from 'vitest'
import { parseArguments } from './startArguments.ts'

const defaults = { host: null, port: 0, data: null, shouldOpenBrowser: true }

describe('parseArguments', () => {
  it.each([
    [[], defaults],
    [
      ['--host', 'browser', '--port', '4400', '--no-open'],
      { ...defaults, host: 'browser', port: 4400, shouldOpenBrowser: false },
    ],
    [['--host=electron', '--port=0'], { ...defaults, host: 'electron' }],
    [['--data', 'here'], { ...defaults, data: '/somewhere/here' }],
    [['--data=/a=b'], { ...defaults, data: '/a=b' }],
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

  it('ignores unknown arguments if it is told to', () => {
    const argv = ['--no-sandbox', '--inspect=0', '.', '--data', '/d', '--remote-debugging-port=0']
    expect(parseArguments(argv, '/somewhere', true)).toEqual({ ...defaults, data: '/d' })
  })
})
