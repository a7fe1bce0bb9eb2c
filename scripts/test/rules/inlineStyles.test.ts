import { expect, it } from 'vitest'
import { extractInlineStyles } from './stylesKeepToScales.ts'

it('writes numbers in pixels and names with hyphens', () => {
  expect(extractInlineStyles("<p style={{ display: 'grid', rowGap: 12, margin: 0 }} />")).toBe(
    'display: grid;row-gap: 12px;margin: 0;',
  )
})

it('leaves out computed values, other code and objects of other attributes', () => {
  const code = 'const a = { gap: 3 }\n<p style={{ width, height: `${a.gap}px`, gap: 4 }} plot={{ gap: 5 }} />'
  expect(extractInlineStyles(code)).toBe('\ngap: 4px;')
})

it('keeps the line of each declaration', () => {
  const code = '<p\n  style={{\n    width: 1,\n    gap: 2,\n  }}\n/>\n<p style={{ gap: 3 }} />'
  expect(extractInlineStyles(code).split('\n')).toEqual([
    '',
    '',
    'width: 1px;',
    'gap: 2px;',
    '',
    '',
    'gap: 3px;',
  ])
})
