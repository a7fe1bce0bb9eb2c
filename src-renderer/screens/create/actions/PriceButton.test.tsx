import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ComponentProps } from 'react'
import { expect, test, vi } from 'vitest'
import type { Field } from '../../../../src-preload/contract/types/form.ts'
import { activeCommands } from '../../../ui/useShortcuts.ts'
import { entryId, FormContext } from '../model/useForm.ts'
import { makeForm } from '../testing/showForm.tsx'
import { formatClock } from '../../../lib/format/time.ts'
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
        onApproach={() => {}}
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
])('the accessible name contains the price state %o', (price, name) => {
  renderButton(price)
  expect(screen.getByRole('button', { name })).toBeDefined()
})

test('a rounded price is exact in the tooltip and the accessible name', () => {
  renderButton({ state: 'priced', key: 'k', price: 4_213_710, quotedAt: 0 })
  const button = screen.getByRole('button', { name: 'Generate · $0.004214 ($0.00421371)' })
  expect(button.textContent).toBe('Generate$0.004214')
  expect(button.title).toContain('Generate · $0.00421371')
})

test('the tooltip has the time of the price', () => {
  const quotedAt = new Date().setHours(14, 5, 0, 0)
  renderButton({ state: 'priced', key: 'k', price: 4_213_710, quotedAt })
  expect(screen.getByRole('button').title).toBe(`Generate · $0.00421371, price of ${formatClock(quotedAt)}`)
})

const problem = { code: 'service_prices_used_up', money: 'none' } as const
test.each<[string, (quotedAt: number) => PriceState]>([
  ['may be clicked', (quotedAt) => ({ state: 'priced', key: 'k', price: 4_213_000, quotedAt, problem })],
  [
    'is too old for that',
    (quotedAt) => ({
      state: 'unavailable',
      key: 'k',
      problem,
      last: { price: 4_213_000, quotedAt },
    }),
  ],
])('the age of a price that can’t be renewed and %s is on the button', (_, stateAt) => {
  renderButton(stateAt(Date.now() - 301_000))
  expect(screen.getByRole('button', { name: 'Generate · $0.004213 · 5 min ago' })).toBeDefined()
})

test('a pointer or the focus that reaches the button may lead to a click', async () => {
  const onApproach = vi.fn<() => void>()
  show({ onApproach })
  await userEvent.hover(screen.getByRole('button'))
  expect(onApproach).toHaveBeenCalledTimes(1)
  screen.getByRole('button').focus()
  expect(onApproach).toHaveBeenCalledTimes(2)
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
