// @vitest-environment jsdom
import { useState } from 'react'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { CountField } from './CountField.tsx'

afterEach(cleanup)

function Held({ told }: { told: number[] }) {
  const [count, setCount] = useState(1)
  const onCount = (now: number) => {
    told.push(now)
    setCount(now)
  }
  return <CountField count={count} onCount={onCount} />
}

test('an emptied field takes the digits typed next, and nothing before them', async () => {
  const told: number[] = []
  render(<Held told={told} />)
  const field = screen.getByRole('spinbutton', { name: 'How many' })
  await userEvent.clear(field)
  await userEvent.type(field, '5')
  expect(told).toEqual([5])
})

test('what is no count is said and stands for nothing, and leaving the field shows what holds', async () => {
  const told: number[] = []
  render(<Held told={told} />)
  const field = screen.getByRole<HTMLInputElement>('spinbutton', { name: 'How many' })
  await userEvent.clear(field)
  await userEvent.type(field, '0')
  expect(screen.getByText('Enter a whole number from 1.')).toBeDefined()
  await userEvent.tab()
  expect(field.value).toBe('1')
  expect(told).toEqual([])
})
