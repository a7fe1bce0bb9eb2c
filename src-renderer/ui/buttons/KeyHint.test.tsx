// @vitest-environment jsdom
import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { KeyHint } from './KeyHint.tsx'

test.each([
  ['Mod+Shift+Z', 'Ctrl Shift Z'],
  ['Mod+Enter', 'Ctrl ↵'],
  ['+', '+'],
])('shows %s as %s', (keys, text) => {
  expect(render(<KeyHint keys={keys} />).container.textContent).toBe(text)
})
