import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import '../../../i18n/lazyTexts.ts'
import type { Form } from '../../../../src-preload/contract/types/form.ts'
import { MAX_PRESET_FILE_LENGTH, MAX_PRESET_TEXT_LENGTH } from '../../../../src-preload/shared/limits.ts'
import { setBridge } from '../../../host/bridge.ts'
import { draftStore } from '../../../widgets/forms/draftStore.ts'
import { show } from '../../gallery/testing/show.tsx'
import { bridgeOf } from '../testing/fakeCreateStudio.ts'
import { PresetForm } from './PresetForm.tsx'
import { PresetsDialog } from './PresetsDialog.tsx'

const form: Form = {
  operation: 'speak',
  model: { slug: 'one', name: 'One' },
  defaults: {},
  fields: [{ kind: 'text', name: 'text', label: 'Text', multiline: true, required: true, section: 'main' }],
}

test('a text that is too long for a preset is reported, and the preset can be saved without it', async () => {
  draftStore.setState({ values: { speak: { text: 'x'.repeat(MAX_PRESET_TEXT_LENGTH + 1) } } })
  setBridge(
    bridgeOf({ 'connections.list': async () => ({ connections: [], keychain: { state: 'available' } }) }),
  )
  show(<PresetForm form={form} preset={null} onClose={() => {}} onSaved={() => {}} />)
  await userEvent.type(screen.getByRole('textbox', { name: 'Name' }), 'Chapter')
  const save = screen.getByRole('button', { name: 'Save preset' })
  expect(screen.getByRole('alert').textContent).toBe('Text: At most 20,000 characters (now 20,001)')
  expect(save).toHaveProperty('disabled', true)
  await userEvent.click(screen.getByRole('switch', { name: /Text/ }))
  expect(screen.queryByRole('alert')).toBeNull()
  expect(save).toHaveProperty('disabled', false)
})

test('a file that is too long for presets is reported as one without presets', async () => {
  setBridge(
    bridgeOf({
      'presets.list': async () => ({ presets: [] }),
      'operations.list': async () => ({ operations: [], listed: true, unknown: [] }),
    }),
  )
  show(<PresetsDialog form={form} onClose={() => {}} />)
  const file = new File(['x'.repeat(MAX_PRESET_FILE_LENGTH + 1)], 'presets.json')
  await userEvent.upload(await screen.findByLabelText(/^Import/, { selector: 'input' }), file)
  expect(await screen.findByText(/^This file has no presets that Easel can read/)).toBeDefined()
})
