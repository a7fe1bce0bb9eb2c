import { useState } from 'react'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { TableDraft } from '../../../../../src-preload/contract/types/batchDraft.ts'
import type { Form } from '../../../../../src-preload/contract/types/form.ts'
import '../../../../i18n/lazyTexts.ts'
import { setBridge } from '../../../../host/bridge.ts'
import { show } from '../../../gallery/testing/show.tsx'
import { bridgeOf } from '../../testing/fakeCreateStudio.ts'
import { TableEditor } from './TableEditor.tsx'

const form: Form = {
  operation: 'paint',
  model: { slug: 'one', name: 'One' },
  defaults: {},
  fields: [
    { kind: 'text', name: 'prompt', label: 'Prompt', multiline: true, required: false, section: 'main' },
  ],
}

/** Shows the editor of a table. Returns the texts that the studio was asked to read. */
function open() {
  const texts: string[] = []
  setBridge(
    bridgeOf({
      'batches.table': async ({ text }) => {
        texts.push(text)
        const [header = '', first = ''] = text.split('\n')
        return { columns: [header], rows: 1, sample: [{ [header]: first }] }
      },
    }),
  )
  function Editor() {
    const [table, setTable] = useState<TableDraft | null>(null)
    return <TableEditor form={form} table={table} onTable={setTable} />
  }
  show(<Editor />)
  return texts
}

const chooseFile = (bytes: number[]) =>
  fireEvent.change(screen.getByLabelText('Choose CSV or text file…', { selector: 'input' }), {
    target: { files: [new File([new Uint8Array(bytes)], 'prompts.csv')] },
  })
const bytesOf = (text: string) => [...new TextEncoder().encode(text)]

test('the guessed encoding of a table is named, and another one reads the file again', async () => {
  const texts = open()
  // "Закат в порту" in Windows-1251.
  const sunset = [0xc7, 0xe0, 0xea, 0xe0, 0xf2, 0x20, 0xe2, 0x20, 0xef, 0xee, 0xf0, 0xf2, 0xf3]
  chooseFile([...bytesOf('prompt\n'), ...sunset])
  const select = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Text encoding' })
  expect(select.selectedOptions[0]?.text).toBe('Cyrillic (Windows-1251)')
  expect(screen.getByText('Закат в порту')).toBeDefined()
  await userEvent.selectOptions(select, 'Cyrillic (KOI8-R)')
  await waitFor(() => expect(texts.at(-1)).toBe('prompt\nгЮЙЮР Б ОНПРС'))
  expect(await screen.findByText('гЮЙЮР Б ОНПРС')).toBeDefined()
  expect(select.selectedOptions[0]?.text).toBe('Cyrillic (KOI8-R)')
})

test('a table in Unicode needs no choice', async () => {
  open()
  chooseFile(bytesOf('prompt\nЗакат в порту'))
  expect(await screen.findByText('Закат в порту')).toBeDefined()
  expect(screen.queryByRole('combobox', { name: 'Text encoding' })).toBeNull()
})
