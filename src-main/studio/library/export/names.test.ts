import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { libraryWorld } from '../../testing/worlds/libraryWorld.ts'
import { formatName, unknownFields } from './nameTemplate.ts'
import { joinName, safeFileName } from './safeFileName.ts'
import { UniqueNames } from './UniqueNames.ts'

const nameOf = (text: string) => joinName(safeFileName(text, 'png'))

describe('a safe file name', () => {
  it.each([
    ['a/b\\c:d*e?f"g<h>i|j', 'a b c d e f g h i j.png'],
    ['line\nbreak\tand\u0000null', 'line break and null.png'],
    ['../../etc/passwd', 'etc passwd.png'],
    ['.hidden', 'hidden.png'],
    ['-rf', 'rf.png'],
    ['ends with a dot. ', 'ends with a dot.png'],
    ['con', 'con_.png'],
    ['CON.backup', 'CON_.backup.png'],
    ['Com1', 'Com1_.png'],
    ['LPT¹', 'LPT¹_.png'],
    ['conin$', 'conin$_.png'],
    ['console', 'console.png'],
    ['photo\u202egnp.exe', 'photo gnp.exe.png'],
    ['photo\u061cgnp.exe', 'photo gnp.exe.png'],
    ['lone \ud800 surrogate', 'lone \ufffd surrogate.png'],
    ['cafe\u0301', 'caf\u00e9.png'],
    ['', 'Untitled.png'],
    ['???', 'Untitled.png'],
  ])('for %j is %j', (text, name) => expect(nameOf(text)).toBe(name))

  it('is cut to a length in bytes, between visible characters', () => {
    const family = '👨‍👩‍👧‍👦'
    const name = nameOf(family.repeat(40))
    expect(Buffer.byteLength(name)).toBeLessThanOrEqual(180)
    expect(name.replaceAll(family, '')).toBe('.png')
  })

  it('is valid on every system for any text', () => {
    const text = fc.string({
      unit: fc.oneof(
        fc.constantFrom(
          'a',
          'b',
          '.',
          '-',
          '_',
          ' ',
          '/',
          '\\',
          ':',
          '?',
          '"',
          '|',
          '\n',
          '\u202e',
          '🎨',
          'é',
        ),
        fc.string({ unit: 'binary', maxLength: 1 }),
      ),
      maxLength: 400,
    })
    fc.assert(
      fc.property(text, (written) => {
        const name = nameOf(written)
        expect(name).not.toMatch(/[\p{Cc}\\/:*?"<>|]|^[. -]|[. ]\.png$/u)
        expect(Buffer.byteLength(name)).toBeLessThanOrEqual(182)
        expect(name.isWellFormed()).toBe(true)
        expect(name).toMatch(/.\.png$/u)
      }),
    )
  })
})

describe('a name template', () => {
  function setUp(title = 'fog over a pier') {
    const { library, addJobWithResult } = libraryWorld()
    const detail = library.assetDetail(addJobWithResult('job', title).id)
    const at = new Date(2026, 0, 9, 8, 7, 6).getTime()
    const dated = { ...detail, asset: { ...detail.asset, createdAt: at } }
    return (template: string, number = 7, total = 120) =>
      joinName(formatName(template, dated, { number, total }))
  }

  it('fills in every field', () => {
    const name = setUp()
    expect(name('{date} {time} {prompt}')).toBe('2026-01-09 08-07-06 fog over a pier.png')
    expect(name('{model} {task} {seed}')).toBe('Painter Name of draw 42.png')
    expect(name('{number} {size} {id}')).toBe('007 64x48 00000001.png')
  })

  it.each([
    ['Harbour 1.5.png', 'png', 'Harbour 1.5.png'],
    ['Harbour.JPEG', 'jpg', 'Harbour.jpg'],
    ['A castle, v2.5', 'png', 'A castle, v2.5.png'],
    ['portrait of Mr.Fox', 'png', 'portrait of Mr.Fox.png'],
  ])('for %j without parameters and of format %s gives %j', (title, format, name) => {
    const { library, addJobWithResult } = libraryWorld()
    const { asset, ...detail } = library.assetDetail(addJobWithResult('job').id)
    const imported = { ...detail, asset: { ...asset, format }, title, parameters: null }
    expect(joinName(formatName('{prompt}', imported, { number: 1, total: 1 }))).toBe(name)
  })

  it.each([
    ['Harbour 1.5.JPG', 'Harbour 1.5.png'],
    ['a harbour in the style of v1.5', 'a harbour in the style of v1.5.png'],
  ])('uses the title of a job without the extension of a media file (%j)', (title, expected) =>
    expect(setUp(title)('{prompt}')).toBe(expected),
  )

  it('keeps braces that are not a field, and reports them', () => {
    expect(setUp()('{date} {foo}')).toBe('2026-01-09 {foo}.png')
    expect(unknownFields('{date} {foo} {} {foo} {seed')).toEqual(['foo', ''])
  })

  it('shortens the prompt of a name that is too long, and nothing after it', () => {
    const name = setUp('a lighthouse '.repeat(100))('{date} {prompt} {prompt} {seed} {number}')
    expect(name).toMatch(/^2026-01-09 a lighthouse .* 42 007\.png$/)
    expect(Buffer.byteLength(name)).toBeLessThanOrEqual(180)
  })

  it('does not fill in fields inside a prompt', () => {
    expect(setUp('{seed} $& {number}')('{prompt}')).toBe('{seed} $& {number}.png')
  })
})

it('numbers equal names, including those that differ only in case or Unicode form', () => {
  const names = new UniqueNames(['FOG.png', 'fog (2).png', 'caf\u00e9.png'])
  const add = (stem: string) => names.add({ stem, extension: 'png' })
  expect(['fog', 'Fog', 'fog (3)', 'cafe\u0301', 'pier'].map(add)).toEqual([
    'fog (3).png',
    'Fog (4).png',
    'fog (3) (2).png',
    'cafe\u0301 (2).png',
    'pier.png',
  ])
})

it('numbers many equal names in linear time', () => {
  const names = new UniqueNames()
  const all = Array.from({ length: 20_000 }, () => names.add({ stem: 'fog', extension: 'png' }))
  expect(new Set(all).size).toBe(20_000)
  expect(all.at(-1)).toBe('fog (20000).png')
})
