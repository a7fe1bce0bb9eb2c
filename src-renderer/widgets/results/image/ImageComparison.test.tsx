import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { ImageComparison } from './ImageComparison.tsx'

test('the arrow keys move the divider and stop at both ends', async () => {
  render(
    <ImageComparison beforeUrl="/asset/before" imageClass="">
      <img src="/asset/after" alt="after" />
    </ImageComparison>,
  )
  const divider = screen.getByRole('slider', { name: 'Divider between before and after' })
  const position = () => divider.getAttribute('aria-valuenow')
  divider.focus()
  await userEvent.keyboard('{ArrowLeft}')
  expect(position()).toBe('48')
  await userEvent.keyboard('{ArrowUp}{ArrowUp}{ArrowDown}')
  expect(position()).toBe('50')
  await userEvent.keyboard('{Alt>}{ArrowLeft}{/Alt}')
  expect(position()).toBe('50')
  await userEvent.keyboard('{Home}{ArrowLeft}')
  expect(position()).toBe('0')
  await userEvent.keyboard('{End}{ArrowRight}')
  expect(position()).toBe('100')
})
