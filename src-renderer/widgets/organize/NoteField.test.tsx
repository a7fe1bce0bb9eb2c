import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { makeQueryClient } from '../../host/queryClient.ts'
import '../../i18n/lazyTexts.ts'
import { fakeLibraryStudio } from '../../screens/gallery/testing/fakeLibraryStudio.ts'
import { NoteField } from './NoteField.tsx'

const open = (note: string) => {
  const studio = fakeLibraryStudio()
  const field = (shown: string) => (
    <QueryClientProvider client={makeQueryClient()}>
      <NoteField id="t0" note={shown} />
    </QueryClientProvider>
  )
  const { rerender } = render(field(note))
  return {
    studio,
    text: () => screen.getByRole<HTMLTextAreaElement>('textbox'),
    change: (next: string) => rerender(field(next)),
  }
}

test('a note that was changed elsewhere is shown and not written back', async () => {
  const { studio, text, change } = open('fog')
  change('fog at dawn')
  expect(text().value).toBe('fog at dawn')
  fireEvent.blur(text())
  expect(studio.inputs('library.note')).toEqual([])
})

test('typed text is kept and saved when the note is changed elsewhere', async () => {
  const { studio, text, change } = open('fog')
  fireEvent.change(text(), { target: { value: 'snow' } })
  change('fog at dawn')
  expect(text().value).toBe('snow')
  fireEvent.blur(text())
  await waitFor(() => expect(studio.inputs('library.note')).toEqual([{ id: 't0', note: 'snow' }]))
})

test('typed text is saved when the page goes away', () => {
  const { studio, text } = open('fog')
  fireEvent.change(text(), { target: { value: 'snow' } })
  dispatchEvent(new Event('pagehide'))
  expect(studio.inputs('library.note')).toEqual([{ id: 't0', note: 'snow' }])
})

test('a note that is changed back to its original text is saved again', async () => {
  const { studio, text } = open('fog')
  for (const value of ['snow', 'fog']) {
    fireEvent.change(text(), { target: { value } })
    fireEvent.blur(text())
  }
  await waitFor(() => expect(studio.notes.get('t0')).toBe('fog'))
  expect(studio.inputs('library.note')).toHaveLength(2)
})
