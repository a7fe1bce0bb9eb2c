import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { resultMenu } from '../menu/resultMenu.ts'
import { Filmstrip } from './Filmstrip.tsx'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const onRemove = vi.fn()
const strip = (index: number) => (
  <Filmstrip
    order={['a', 'b', 'c']}
    index={index}
    tiles={new Map()}
    isNear={false}
    onShow={() => {}}
    onRemove={onRemove}
  />
)
const isVisible = () => screen.getByRole('navigation').classList.contains('visible')
const wait = (ms: number) => act(() => void vi.advanceTimersByTime(ms))

test('the filmstrip stays visible for 1.5 seconds after the last step, including a step back', () => {
  const { rerender } = render(strip(0))
  expect(isVisible()).toBe(false)
  rerender(strip(1))
  wait(1000)
  rerender(strip(0))
  expect(isVisible()).toBe(true)
  wait(1499)
  expect(isVisible()).toBe(true)
  wait(1)
  expect(isVisible()).toBe(false)
})

test('only the menu of the shown result has the viewer’s own way to remove it', () => {
  render(strip(1))
  const openMenu = (position: number) => {
    const item = screen.getAllByRole('button')[position]
    if (item) fireEvent.contextMenu(item)
    return resultMenu.getState().request
  }
  expect(openMenu(1)).toMatchObject({ ids: ['b'], onRemove })
  expect(openMenu(0)?.ids).toEqual(['a'])
  expect(openMenu(0)?.onRemove).toBeUndefined()
})
