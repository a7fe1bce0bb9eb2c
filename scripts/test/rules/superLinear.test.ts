import { describe, expect, it } from 'vitest'
import { findSuperLinearity } from './expressionsStayLinear.ts'

describe('reports a regular expression that can take more than linear time', () => {
  it.each([
    ['nested loops', /^(a+)+$/],
    ['two loops that can match the same digits', /^(\d*)\.?(\d*)$/],
    ['a loop at the start of an unanchored match', /\s*%$/],
    ['a trailing run that is searched from every start', /\/+$/],
    ['a tag whose end is missing', /<[a-z][^>]*>/],
    ['a tag inside a group', /<\/?(?:b|i)(?:\s[^>]*)?>/],
    ['a loop that can match the word before it', /\bfoo[a-z ]*!/],
    ['lines that begin with blanks', /^\s*#/m],
    ['a loop before a look-ahead', /\B(?=(\d{3})+$)/],
  ])('%s', (_, { source, flags }) => {
    expect(findSuperLinearity(source, flags)).not.toBeNull()
  })
})

describe('ignores a regular expression that is always linear', () => {
  it.each([
    ['no loop', /^[a-f0-9]{64}$/],
    ['loops over different characters', /^\d+(?:\.\d+)?$/],
    ['a trailing run that can begin in one place only', /(?<!\/)\/+$/],
    ['a tag that stops at the next one', /<[a-z][^<>]*>/],
    ['a loop that nothing follows', /bearer\s+[^\s]+/i],
    ['a loop inside a word', /\b(?:calm|meditat\w*)\b/i],
    ['a sticky match', /\d+(?!\w)/y],
  ])('%s', (_, { source, flags }) => {
    expect(findSuperLinearity(source, flags)).toBeNull()
  })
})
