import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { setBridge } from '../../../host/bridge.ts'
import { makeQueryClient } from '../../../host/queryClient.ts'
import { draftStore } from '../../../widgets/forms/draftStore.ts'
import { makeSettings } from '../../../testing/makeSettings.ts'
import { bridgeOf } from '../testing/fakeCreateStudio.ts'
import { ModelPicker, TaskPicker } from './TaskAndModelPickers.tsx'

const task = (id: string, name: string, partOf?: string, models = 1) => ({
  id,
  name,
  group: 'text' as const,
  viewer: 'transcript' as const,
  example: null,
  models,
  ...(partOf !== undefined && { partOf }),
})
const list = {
  listed: true,
  unknown: [],
  operations: [
    task('img2txt', 'Image to text (OCR)'),
    task('transcription', 'Transcribe'),
    task('audiofile2txt', 'Audio file to text', 'transcription'),
    task('vid2txt', 'Video URL to text', 'transcription', 0),
  ],
}

const show = (value: string) =>
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <TaskPicker list={list} value={value} />
    </QueryClientProvider>,
  )

test('a task with parts is listed once, and its parts that have a model can be selected below it', async () => {
  show('transcription')
  await userEvent.click(screen.getByRole('combobox', { name: /^Task/ }))
  const options = within(await screen.findByRole('listbox', { hidden: true })).getAllByRole('option', {
    hidden: true,
  })
  expect(options.map(({ textContent }) => textContent?.replace(/1 model$/, ''))).toEqual([
    'Image to text (OCR)',
    'Transcribe',
  ])
  const input = screen.getByRole('combobox', { name: 'Input' })
  expect(
    within(input)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['Detect from the file or URL', 'Audio file'])
  await userEvent.selectOptions(input, 'Audio file')
  expect(draftStore.getState().operation).toBe('audiofile2txt')
})

test('typing on the closed picker opens it and searches for that text', async () => {
  show('transcription')
  await userEvent.tab()
  expect(document.activeElement).toBe(screen.getByRole('combobox', { name: /^Task/ }))
  await userEvent.keyboard('i')
  const search = await screen.findByRole<HTMLInputElement>('combobox', { name: /Search/, hidden: true })
  expect(search.value).toBe('i')
  const options = screen.getAllByRole('option', { hidden: true })
  expect(options.filter(({ dataset }) => dataset['active']).map(({ textContent }) => textContent)).toEqual([
    'Image to text (OCR)1 model',
  ])
})

test('the open picker refers to its list', async () => {
  show('transcription')
  const picker = screen.getByRole('combobox', { name: /^Task/ })
  await userEvent.click(picker)
  const options = await screen.findByRole('listbox', { hidden: true })
  expect(picker.getAttribute('aria-controls')).toBe(options.id)
})

test('text with a space that is typed before the models are listed searches the list once it appears', async () => {
  setBridge(
    bridgeOf({ 'settings.get': async () => makeSettings(), 'models.details': async () => ({ models: [] }) }),
  )
  const client = makeQueryClient()
  const pickerOf = (slugs: readonly string[]) => {
    const models = slugs.map((slug) => ({ slug, name: slug, facts: [], operations: [], isDelisted: false }))
    return (
      <QueryClientProvider client={client}>
        <ModelPicker
          list={{ models, refreshedAt: null, refreshing: models.length === 0, problem: null }}
          operation="img2txt"
          value={undefined}
          onPick={() => {}}
        />
      </QueryClientProvider>
    )
  }
  const { rerender } = render(pickerOf([]))
  await userEvent.tab()
  await userEvent.keyboard('flux pro')
  rerender(pickerOf(['flux-dev', 'flux-pro', 'oil']))
  const search = await screen.findByRole<HTMLInputElement>('combobox', { name: /Search/, hidden: true })
  expect(search.value).toBe('flux pro')
})

test('a list of more models than it shows says to type for the others', async () => {
  setBridge(
    bridgeOf({ 'settings.get': async () => makeSettings(), 'models.details': async () => ({ models: [] }) }),
  )
  const models = Array.from({ length: 1476 }, (_, index) => ({
    slug: `m${index}`,
    name: `Model ${index}`,
    facts: [],
    operations: [],
    isDelisted: false,
  }))
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <ModelPicker
        list={{ models, refreshedAt: null, refreshing: false, problem: null }}
        operation="img2txt"
        value={undefined}
        onPick={() => {}}
      />
    </QueryClientProvider>,
  )
  await userEvent.click(screen.getByRole('combobox', { name: /^Model/ }))
  expect(await screen.findByText('1,176 more. Type to find them.')).toBeDefined()
})

test('a part of a task is shown as that task, with the part selected as its input', () => {
  show('audiofile2txt')
  expect(screen.getByRole('combobox', { name: /^Task/ }).textContent).toContain('Transcribe')
  expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Input' }).selectedOptions[0]?.text).toBe(
    'Audio file',
  )
})
