import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { plainLine } from '../../src-renderer/app/guide/guideContent.ts'
import { projectFolder } from '../test/projectFolder.ts'
import { parseGuide } from './parseGuide.ts'

const guide = (text: string) => parseGuide(`# Guide\n\n## Start\n\n${text}`)[0]?.blocks
const plain = (text: string) => ({ kind: 'plain', text })

it('reads the guide of the project', () => {
  const sections = parseGuide(readFileSync(join(projectFolder, 'docs/guide.md'), 'utf8'))
  expect(sections.map(({ title, level }) => `${level} ${plainLine(title)}`)).toEqual(
    expect.arrayContaining(['2 Tasks', '3 Snippets and wildcard lists', '2 Gallery', '2 Export']),
  )
  expect(sections.every(({ blocks }) => blocks.length > 0)).toBe(true)
})

it('splits the guide into sections and their parts, with the ids that GitHub gives them', () => {
  const text = '# Guide\n\n## Options of `npm start`\n\nOne.\n\n### A part, of it\n\nTwo.\n\n## End\n'
  expect(parseGuide(text).map(({ id, level, blocks }) => [id, level, blocks.length])).toEqual([
    ['options-of-npm-start', 2, 1],
    ['a-part-of-it', 3, 1],
    ['end', 2, 0],
  ])
})

it('keeps code, emphasis and links, and joins the lines of a paragraph', () => {
  expect(
    guide('Type `__` and **press\nEnter**, _then_ see [this](#start) or [that](https://example.org).'),
  ).toEqual([
    {
      kind: 'paragraph',
      line: [
        plain('Type '),
        { kind: 'code', text: '__' },
        plain(' and '),
        { kind: 'strong', parts: [plain('press Enter')] },
        plain(', '),
        { kind: 'emphasis', parts: [plain('then')] },
        plain(' see '),
        { kind: 'link', section: 'start', parts: [plain('this')] },
        plain(' or '),
        { kind: 'url', url: 'https://example.org', parts: [plain('that')] },
        plain('.'),
      ],
    },
  ])
})

it('reads characters that HTML would escape as they are', () => {
  expect(guide('`<b>` & "a" \\{ &lt;')).toMatchObject([
    { line: [{ kind: 'code', text: '<b>' }, plain(' & "a" '), plain('{'), plain(' &lt;')] },
  ])
})

it('reads tables, lists and code', () => {
  expect(guide('| Field | Value |\n| - | - |\n| `a\\|b` | c |\n')).toEqual([
    {
      kind: 'table',
      head: [[plain('Field')], [plain('Value')]],
      rows: [[[{ kind: 'code', text: 'a|b' }], [plain('c')]]],
    },
  ])
  expect(guide('1. one\n2. two\n   - three\n')).toMatchObject([
    {
      kind: 'list',
      isOrdered: true,
      items: [
        [{ kind: 'paragraph', line: [plain('one')] }],
        [{ kind: 'paragraph' }, { kind: 'list', isOrdered: false, items: [[{ kind: 'paragraph' }]] }],
      ],
    },
  ])
  expect(guide('```sh\nnpm start\n```')).toEqual([{ kind: 'code', text: 'npm start' }])
})

it.each([
  ['an image', '![a](b.png)'],
  ['HTML', '<b>bold</b>'],
  ['a block of HTML', '<script>alert(1)</script>'],
  ['a quote', '> said'],
  ['a small heading', '#### deep'],
  ['a link to a file', '[service](service.md)'],
  ['a link to code', '[a](javascript:alert(1))'],
  ['a link to a missing section', '[a](#nowhere)'],
  ['a section twice', '## Start'],
  ['a second title', '# Part two'],
])('refuses %s', (_, text) => {
  expect(() => guide(text)).toThrow(/guide/)
})

it('refuses text before the first section', () => {
  expect(() => parseGuide('# Guide\n\nHello.\n\n## Start\n')).toThrow('before its first section')
})
