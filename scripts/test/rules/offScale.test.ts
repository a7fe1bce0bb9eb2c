import { describe, expect, it } from 'vitest'
import { findOffScale, readTokens } from './stylesKeepToScales.ts'

const tokens = readTokens(`:root {
  --text: #21201c;
  --text-2: #63635e;
  --text-label: 12px;
  --leading-tight: 16px;
  --code: var(--text-label) / var(--leading-tight) var(--mono);
  --mono: monospace;
  --space-8: 8px;
  --radius-control: 8px;
}`)

describe('reports a declaration that does not use the scales', () => {
  it.each([
    'font-size: 12px',
    'font-size: 0.9em',
    'font-size: var(--space-8)',
    'font-size: var(--text-2)',
    'line-height: 1.4',
    'font: 500 12px / var(--leading-tight) var(--mono)',
    'gap: 7px',
    'row-gap: 0.5rem',
    'padding: var(--space-8) 10px',
    'padding-inline: max(4px, env(safe-area-inset-left))',
    'margin: calc(-1 * var(--space-7))',
    'margin-top: -3px',
    'margin: 0 .5em',
    'scroll-padding-block: 24px',
    'border-spacing: 2px',
    'border-radius: 50px',
    'border-top-left-radius: 2px',
    'border-radius: var(--corner)',
  ])('%s', (declaration) => {
    expect(findOffScale(`.a {\n  ${declaration};\n}`, tokens)).toEqual([`2: ${declaration}`])
  })
})

describe('ignores a declaration that uses the scales or has another property', () => {
  it.each([
    'font-size: var(--text-label)',
    'font: inherit',
    'font: var(--code)',
    'font: 600 var(--text-label) / var(--leading-tight) var(--mono)',
    'line-height: inherit',
    'gap: 1px',
    'padding: 0 var(--space-8)',
    'padding: max(var(--space-8), env(safe-area-inset-bottom))',
    'margin: calc(-1 * var(--space-8)) auto 0',
    'margin: -1px',
    'border-radius: min(var(--radius-control), 12%)',
    'border-radius: inherit',
    'width: 13px',
    'scroll-padding: var(--space-8)',
    'inset: 6px',
    '--gap: 7px',
  ])('%s', (declaration) => {
    expect(findOffScale(`.a {\n  ${declaration};\n}`, tokens)).toEqual([])
  })

  it('a comment', () => {
    expect(findOffScale('/* gap: 7px; */\n.a {\n  gap: var(--space-8);\n}', tokens)).toEqual([])
  })
})

it('reports the correct line within nested rules and after multi-line comments', () => {
  const css =
    '/* one\n   two */\n@media (max-width: 9px) {\n  .a:hover {\n    color: red;\n    gap: 3px;\n  }\n}\n'
  expect(findOffScale(css, tokens)).toEqual(['6: gap: 3px'])
})
