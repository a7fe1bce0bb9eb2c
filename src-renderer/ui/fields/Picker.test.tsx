import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Picker } from './Picker.tsx'

const field = (warning?: string) =>
  render(
    <Picker
      label="Model"
      value="a"
      items={[{ id: 'a', label: 'Aurora', facts: ['up to 50 steps', 'LoRAs'], ...(warning && { warning }) }]}
      onPick={() => {}}
    />,
  )

test('the field shows the first fact of the chosen item', () => {
  field()
  expect(screen.getByText('up to 50 steps')).toBeDefined()
})

test('beside a warning, the field counts the facts instead of clipping one', () => {
  field('No longer listed')
  expect(screen.getByText('No longer listed')).toBeDefined()
  expect(screen.queryByText('up to 50 steps')).toBeNull()
  expect(screen.getByText('+2').title).toBe('up to 50 steps · LoRAs')
})
