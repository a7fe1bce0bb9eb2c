import { describe, expect, it } from 'vitest'
import { StudioError } from '../../../src-preload/contract/errors.ts'
import { startSentence } from './startSentence.ts'

const problem = (code: string, params?: Record<string, string>) =>
  new StudioError({ code, money: 'none', ...(params && { params }) })
const system = (code: string) => Object.assign(new Error(`${code}: no`), { code })

describe('startSentence', () => {
  it.each([
    [problem('library_in_use'), 'is open in another Easel'],
    [problem('database_newer'), 'made by a newer Easel'],
    [problem('disk_full'), 'is full'],
    [problem('database_update_failed'), 'could not be brought up to this Easel'],
    [problem('disk_failed', { cause: 'EIO' }), 'EIO'],
    [problem('something_new'), 'something_new'],
    [system('EACCES'), 'cannot be written to'],
    [system('ENOTDIR'), 'a file where the folder should be'],
    [new Error('odd'), 'odd'],
    ['odd', 'odd'],
  ])('says of %s where and what', (error, words) => {
    const sentence = startSentence(error, '/home/ada/easel')
    expect(sentence).toContain(words)
    expect(sentence).toContain('/home/ada/easel')
    expect(sentence).not.toContain('\n')
  })
})
