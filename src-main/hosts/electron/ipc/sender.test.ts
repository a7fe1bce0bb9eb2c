import { describe, expect, it } from 'vitest'
import { isOurSender } from './sender.ts'

const ours = { webContentsId: 1, frame: { origin: 'app://studio', url: 'app://studio/', isTopFrame: true } }
const withFrame = (frame: Partial<typeof ours.frame>) => ({ ...ours, frame: { ...ours.frame, ...frame } })

describe('isOurSender', () => {
  it('accepts the main frame of our window', () => {
    expect(isOurSender(ours, 1)).toBe(true)
  })

  it.each([
    ['another window', { ...ours, webContentsId: 2 }],
    ['a frame that no longer exists', { ...ours, frame: null }],
    ['a frame inside our page', withFrame({ isTopFrame: false })],
    ['an empty frame', withFrame({ origin: 'null', url: 'about:blank' })],
    ['a new frame without a URL', withFrame({ origin: '', url: '' })],
    ['a srcdoc frame', withFrame({ origin: 'app://studio', url: 'about:srcdoc' })],
    ['a sandboxed page of ours', withFrame({ origin: 'null' })],
    ['a web page', withFrame({ origin: 'https://studio', url: 'https://studio/' })],
    ['a look-alike host', withFrame({ origin: 'app://studio.evil', url: 'app://studio.evil/' })],
    ['a look-alike address', withFrame({ url: 'app://studio@evil/' })],
    ['a media file', withFrame({ origin: 'media://asset', url: 'media://asset/a1' })],
    ['a local file', withFrame({ origin: 'file://', url: 'file:///tmp/index.html' })],
    ['the developer tools', withFrame({ origin: 'devtools://devtools', url: 'devtools://devtools/' })],
  ])('rejects %s', (_who, sender) => {
    expect(isOurSender(sender, 1)).toBe(false)
  })
})
