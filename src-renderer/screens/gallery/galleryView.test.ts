import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { galleryView } from './galleryView.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  galleryView.getState().setSearchText('')
  vi.useRealTimers()
})

it('searches once when the typing pauses', () => {
  const searched: string[] = []
  const unsubscribe = galleryView.subscribe(
    ({ search }, previous) => search !== previous.search && searched.push(search),
  )
  for (const text of ['l', 'li', 'lig', 'ligh', 'light ']) {
    galleryView.getState().setSearchText(text)
    vi.advanceTimersByTime(100)
  }
  vi.advanceTimersByTime(200)
  expect(searched).toEqual(['light'])
  unsubscribe()
})

it('shows everything immediately when the field is emptied, and never searches for the previous text', () => {
  galleryView.getState().setSearchText('fog')
  vi.advanceTimersByTime(200)
  galleryView.getState().setSearchText('fogs')
  galleryView.getState().setSearchText('')
  expect(galleryView.getState().search).toBe('')
  vi.advanceTimersByTime(200)
  expect(galleryView.getState().search).toBe('')
})
