// @vitest-environment jsdom
import { useState } from 'react'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { CountField } from './PlanForm.tsx'

function ControlledField({ counts }: { counts: number[] }) {
  const [count, setCount] = useState(1)
  const onCount = (next: number) => {
    counts.push(next)
    setCount(next)
  }
  return <CountField count={count} onCount={onCount} />
}

test('an emptied field reports only the count typed next', async () => {
  const counts: number[] = []
  render(<ControlledField counts={counts} />)
  const field = screen.getByRole('spinbutton', { name: 'How many' })
  await userEvent.clear(field)
  await userEvent.type(field, '5')
  expect(counts).toEqual([5])
})

test('an invalid count shows an error and is not reported, and blur restores the last valid one', async () => {
  const counts: number[] = []
  render(<ControlledField counts={counts} />)
  const field = screen.getByRole<HTMLInputElement>('spinbutton', { name: 'How many' })
  await userEvent.clear(field)
  await userEvent.type(field, '0')
  expect(screen.getByText('Enter a whole number from 1.')).toBeDefined()
  await userEvent.tab()
  expect(field.value).toBe('1')
  expect(counts).toEqual([])
})
