import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ComponentProps } from 'react'
import { expect, test, vi } from 'vitest'
import type { Field } from '../../../../src-preload/contract/types/form.ts'
import { activeCommands } from '../../../ui/useShortcuts.ts'
import { entryId, FormContext } from '../model/useForm.ts'
import { makeForm } from '../testing/showForm.tsx'
import type { PriceState } from '../model/usePrice.ts'
import { PriceButton, operationVerb } from './PriceButton.tsx'

const show = (props: Partial<ComponentProps<typeof PriceButton>>, fields: Field[] = []) =>
  render(
    <FormContext value={{ form: makeForm({ fields }), issues: [] }}>
      <PriceButton
        label="Generate"
        price={{ state: 'none' }}
        isSending={false}
        isBlocked={false}
        onClick={() => {}}
        {...props}
      />
      {fields.map(({ name }) => (
        <textarea key={name} id={entryId(name)} aria-label={name} />
      ))}
    </FormContext>,
  )
const renderButton = (price: PriceState, onClick = vi.fn<() => void>()) => {
  show({ price, onClick })
  return onClick
}

test.each<[PriceState, string]>([
  [{ state: 'none' }, 'Generate'],
  [{ state: 'pricing' }, 'Generate · Pricing…'],
  [{ state: 'priced', key: 'k', price: 4_213_000, quotedAt: 0 }, 'Generate · $0.004213'],
  [
    { state: 'unavailable', key: null, problem: { code: 'service_error', money: 'none' } },
    'Generate · Price unavailable',
  ],
  [{ state: 'outdated', price: 4_213_000 }, 'Generate · Price outdated'],
])('the accessible name contains the price state %o', (price, name) => {
  renderButton(price)
  expect(screen.getByRole('button', { name })).toBeDefined()
})

test('a rounded price is exact in the tooltip and the accessible name', () => {
  renderButton({ state: 'priced', key: 'k', price: 4_213_710, quotedAt: 0 })
  const button = screen.getByRole('button', { name: 'Generate · $0.004214 ($0.00421371)' })
  expect(button.textContent).toBe('Generate$0.004214')
  expect(button.title).toBe('Generate · $0.00421371')
})

test('an outdated price is hidden', () => {
  renderButton({ state: 'outdated', price: 4_213_000 })
  expect(screen.queryByText(/\$/)).toBeNull()
})

test('a double click counts once, two separate clicks count twice', async () => {
  const onClick = renderButton({ state: 'priced', key: 'k', price: 1, quotedAt: 0 })
  await userEvent.dblClick(screen.getByRole('button'))
  expect(onClick).toHaveBeenCalledTimes(1)
  await userEvent.pointer({ keys: '[MouseLeft]', target: document.body })
  await userEvent.click(screen.getByRole('button'))
  expect(onClick).toHaveBeenCalledTimes(2)
})

test('a blocked button stays focusable and clickable', async () => {
  const onClick = vi.fn<() => void>()
  show({ isBlocked: true, describedBy: 'why', onClick })
  const button = screen.getByRole('button')
  expect(button.getAttribute('aria-disabled')).toBe('true')
  expect(button.getAttribute('aria-describedby')).toBe('why')
  button.focus()
  await userEvent.keyboard('{Enter}')
  expect(onClick).toHaveBeenCalledTimes(1)
})

const main = { required: true, section: 'main' } as const
const language: Field = { ...main, kind: 'text', name: 'language', label: 'Language', multiline: false }
const style: Field = {
  ...main,
  kind: 'text',
  name: 'style',
  label: 'Style',
  multiline: true,
  required: false,
}
const text: Field = { ...main, kind: 'text', name: 'text', label: 'Text', multiline: true }

test('P focuses the first required long text of the form, whatever its name', async () => {
  show({}, [language, style, text])
  await userEvent.keyboard('p')
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'text' }))
})

test('P focuses the prompt of a form that requires no text', async () => {
  const prompt = { ...text, name: 'prompt', label: 'prompt', required: false }
  show({}, [language, style, prompt])
  await userEvent.keyboard('p')
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'prompt' }))
})

test('a form with neither a required long text nor a prompt has no command to focus one', () => {
  show({}, [language, style])
  const ids = activeCommands().map(({ id }) => id)
  expect(ids).toContain('generate')
  expect(ids).not.toContain('prompt')
})

test.each([
  ['txt2img', 'Generate'],
  ['img_upscale', 'Upscale'],
  ['vid_upscale', 'Upscale'],
  ['img_rmbg', 'Remove background'],
  ['videos_replace', 'Replace'],
  ['transcribe', 'Transcribe'],
  ['audiofile2txt', 'Transcribe'],
  ['img2txt', 'Extract text'],
  ['txt2embedding', 'Create embedding'],
  ['brand_new', 'Generate'],
])('the verb of %s is "%s"', (operation, verb) => {
  expect(operationVerb(operation)).toBe(verb)
})
