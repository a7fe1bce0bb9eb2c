import { describe, expect, it } from 'vitest'
import { parseTagNames, tagOptions } from './tagOptions.ts'

const tag = (name: string, results = 1) => ({ name, results })

describe('the options of the tag editor', () => {
  const selection = { applied: [tag('Sea', 3), tag('fog', 1)], results: 3 }

  it('are the tags of the results, then others, if no text is entered', () => {
    expect(tagOptions('  ', { ...selection, found: [tag('sea', 9), tag('dawn', 8)] })).toEqual([
      { kind: 'tag', name: 'Sea', state: 'all' },
      { kind: 'tag', name: 'fog', state: 'some' },
      { kind: 'tag', name: 'dawn', state: 'none' },
    ])
  })

  it('include a new tag unless one of that name exists, ignoring case', () => {
    const found = [tag('SEA', 9), tag('seagull', 8)]
    expect(tagOptions('sea', { ...selection, found })).toEqual([
      { kind: 'tag', name: 'SEA', state: 'all' },
      { kind: 'tag', name: 'seagull', state: 'none' },
    ])
    expect(tagOptions(' seal ', { ...selection, found: [] })).toEqual([{ kind: 'create', names: ['seal'] }])
  })

  it('leave out tags of an earlier search that don’t match the text', () => {
    expect(tagOptions('ocean', { ...selection, found: [tag('pier', 9), tag('Old Ocean')] })).toEqual([
      { kind: 'tag', name: 'Old Ocean', state: 'none' },
      { kind: 'create', names: ['ocean'] },
    ])
  })

  it('create several tags at once', () => {
    expect(tagOptions('sea, fog', { ...selection, found: [tag('sea')] })).toEqual([
      { kind: 'create', names: ['sea', 'fog'] },
    ])
  })
})

it('names are separated by commas, each once in its first spelling', () => {
  expect(parseTagNames(' Sea ,, fog,SEA, ')).toEqual(['Sea', 'fog'])
  expect(parseTagNames(' , ')).toEqual([])
})
