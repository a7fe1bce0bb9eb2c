import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { RovingGroup } from './RovingGroup.tsx'

test('arrow keys, Home and End move between the buttons, but not with a modifier', async () => {
  render(
    <RovingGroup label="Tools">
      {['A', 'B', 'C'].map((name) => (
        <button key={name} type="button">
          {name}
        </button>
      ))}
    </RovingGroup>,
  )
  const focused = () => document.activeElement?.textContent
  screen.getByRole('button', { name: 'A' }).focus()
  await userEvent.keyboard('{ArrowRight}')
  expect(focused()).toBe('B')
  await userEvent.keyboard('{Alt>}{ArrowLeft}{/Alt}{Control>}{End}{/Control}')
  expect(focused()).toBe('B')
  await userEvent.keyboard('{End}{ArrowRight}')
  expect(focused()).toBe('A')
})
