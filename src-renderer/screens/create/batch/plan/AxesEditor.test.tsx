import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import '../../../../i18n/lazyTexts.ts'
import { AxesEditor } from './AxesEditor.tsx'

test('options with the same label are distinguished by their values', async () => {
  const logError = vi.spyOn(console, 'error').mockImplementation(() => {})
  const onAxes = vi.fn()
  const options = ['one', 'two'].map((value) => ({ value, label: 'Same name' }))
  render(
    <AxesEditor
      fields={[{ id: 'model', label: 'Model', input: 'options', options }]}
      axes={[{ field: 'model', text: '', picked: [] }]}
      onAxes={onAxes}
    />,
  )
  const [, second] = screen.getAllByRole('button', { name: 'Same name' })
  if (!second) throw new Error('no second option')
  await userEvent.click(second)
  expect(onAxes).toHaveBeenCalledWith([{ field: 'model', text: '', picked: ['two'] }])
  expect(logError).not.toHaveBeenCalled()
})
