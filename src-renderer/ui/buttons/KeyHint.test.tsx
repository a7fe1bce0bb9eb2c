import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { KeyHint } from './KeyHint.tsx'

test.each([
  ['Mod+Shift+z', 'Ctrl Shift Z'],
  ['Mod+Enter', 'Ctrl ↵'],
  ['Delete', 'Del'],
  [' ', 'Space'],
  ['+', '+'],
])('shows %s as %s', (keys, text) => {
  expect(render(<KeyHint of={{ keys: [keys] }} />).container.textContent).toBe(text)
})
