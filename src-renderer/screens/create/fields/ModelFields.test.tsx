import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { Field, FieldOf } from '../../../../src-preload/contract/types/form.ts'
import type { Issue } from '../../../../src-preload/contract/types/issue.ts'
import { BlockReasonList } from '../actions/PriceButton.tsx'
import { bridgeOf } from '../testing/fakeCreateStudio.ts'
import { showForm } from '../testing/showForm.tsx'

const more: FieldOf<'parameters'> = {
  kind: 'parameters',
  name: 'more_parameters',
  label: 'More parameters',
  required: false,
  section: 'advanced',
  taken: ['prompt'],
}
const show = (fields: Field[], values = {}, issues: Issue[] = []) =>
  showForm({ fields, values, issues, bridge: bridgeOf({}) })

test('parameters are added, typed and removed row by row', async () => {
  const values = show([more])
  await userEvent.click(await screen.findByRole('button', { name: 'Add parameter', hidden: true }))
  const type = (name: string, value: string) =>
    fireEvent.change(screen.getByRole('textbox', { name, hidden: true }), { target: { value } })
  type('Name of parameter 1', 'strength')
  type('Value of parameter 1', '0.4')
  expect(values()['more_parameters']).toEqual([{ name: 'strength', value: '0.4' }])
  await userEvent.click(screen.getByRole('button', { name: 'Remove parameter 1', hidden: true }))
  expect(values()['more_parameters']).toEqual([])
})

test('an invalid parameter shows an error at its row after blur', async () => {
  const rows = [
    { name: 'a', value: '1' },
    { name: 'style', value: 'soft' },
  ]
  show([more], { more_parameters: rows }, [
    { field: 'more_parameters', code: 'not_json', params: { row: 2 } },
  ])
  const value = await screen.findByRole('textbox', { name: 'Value of parameter 2', hidden: true })
  expect(value.getAttribute('aria-invalid')).not.toBe('true')
  fireEvent.blur(value)
  expect(value.getAttribute('aria-invalid')).toBe('true')
  const first = screen.getByRole('textbox', { name: 'Value of parameter 1', hidden: true })
  expect(first.getAttribute('aria-invalid')).not.toBe('true')
  expect(screen.getByRole('alert', { hidden: true }).textContent).toContain('Row 2: not valid JSON')
})

test('the collapsed Advanced section lists its changed fields', () => {
  const webhook: Field = {
    kind: 'url',
    name: 'webhook_url',
    label: 'Webhook address',
    required: false,
    section: 'advanced',
    httpsOnly: true,
    maxLength: 2048,
  }
  show([webhook, more], { webhook_url: 'https://relay.example' })
  expect(screen.getByText('Advanced').textContent).toBe('AdvancedWebhook address')
})

test("a model's field shows the model's default until changed", async () => {
  const base = { required: false, section: 'main' } as const
  const values = show([
    { ...base, kind: 'boolean', name: 'tiling', label: 'Tiling', fromModel: { default: true } },
    { ...base, kind: 'number', name: 'strength', label: 'Strength', fromModel: { default: 0.6 } },
  ])
  expect(screen.getByRole('switch', { name: 'Tiling' }).getAttribute('aria-checked')).toBe('true')
  expect(screen.getByRole('textbox', { name: 'Strength' }).getAttribute('placeholder')).toBe('0.6')
  expect(values()).toEqual({})
  await userEvent.click(screen.getByRole('switch', { name: 'Tiling' }))
  expect(values()).toEqual({ tiling: false })
})

test('texts can be added to a text, and removing all but one makes it a single text again', async () => {
  const input: FieldOf<'text'> = {
    kind: 'text',
    name: 'input',
    label: 'Text',
    required: true,
    section: 'main',
    multiline: true,
    counter: true,
    several: 3,
    maxTokens: 2,
  }
  const values = show([input], { input: 'a long enough fox' })
  expect((await screen.findByText('About 5 of 2 tokens')).className).not.toBe('')
  await userEvent.click(screen.getByRole('button', { name: 'Add text' }))
  fireEvent.change(await screen.findByRole('textbox', { name: 'Text 2' }), { target: { value: 'a hare' } })
  expect(values()['input']).toEqual(['a long enough fox', 'a hare'])
  await userEvent.click(screen.getByRole('button', { name: 'Remove text 1' }))
  expect(values()['input']).toBe('a hare')
})

test('the reason why all LoRAs of a model are rejected leads to their field', async () => {
  const loras: Field = {
    kind: 'loras',
    name: 'loras',
    label: 'LoRAs',
    required: false,
    section: 'main',
    options: [{ name: 'ink', label: 'Ink' }],
    weight: { min: 0, max: 2, step: 0.1, default: 1 },
  }
  show([loras], { loras: [{ name: 'ink', weight: 1 }] })
  const field = await screen.findByRole('group', { name: 'LoRAs' })
  render(<BlockReasonList id="why" isBlocked reasons={[{ entry: 'loras', text: 'LoRAs: rejected' }]} />)
  await userEvent.click(screen.getByRole('button', { name: 'LoRAs: rejected' }))
  expect(document.activeElement).toBe(field)
})

test('the reason why the service rejects a fixed value leads to it', async () => {
  show([{ kind: 'number', name: 'guidance', label: 'Guidance', required: true, section: 'main', fixed: 1 }])
  render(
    <BlockReasonList
      id="why"
      isBlocked={false}
      reasons={[{ entry: 'guidance', text: 'Guidance: rejected' }]}
    />,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Guidance: rejected' }))
  expect(document.activeElement).toBe(screen.getByRole('status', { name: /Guidance/ }))
})
