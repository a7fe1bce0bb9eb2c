import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { FileLog } from './FileLog.ts'
import { temporaryFolder } from '../../../studio/testing/temporaryFolder.ts'

let folder: string
const text = (name = 'easel.log'): string => readFileSync(join(folder, name), 'utf8')

describe('FileLog', () => {
  beforeEach(() => {
    folder = temporaryFolder()
  })

  it('writes no known secret, in any encoding', () => {
    const log = new FileLog(folder)
    log.addSecret('s3cr3t/key+1')
    log.info('connected with s3cr3t/key+1', { url: `https://x/?k=${encodeURIComponent('s3cr3t/key+1')}` })
    log.error('failed', { error: new Error('Authorization was s3cr3t/key+1') })
    expect(text()).not.toContain('s3cr3t')
  })

  it.each(['12|a"quoted"key', 'back\\slash\\key\\', 'line\nbreak-key', 'ключ-żółw-key'])(
    'never writes the secret %j, not even with its characters escaped',
    (secret) => {
      const log = new FileLog(folder)
      log.addSecret(secret)
      const nested = JSON.stringify({ message: `Unknown key ${secret}` })
      log.warn(`refused ${secret}`, { [secret]: 1, body: nested, error: new Error(secret), list: [[secret]] })
      const escaped = JSON.stringify(secret).slice(1, -1)
      for (const form of [secret, escaped, JSON.stringify(escaped).slice(1, -1)])
        expect(text()).not.toContain(form)
      expect(text()).toContain('Unknown key [redacted]')
    },
  )

  it('hides members that are named like a secret, and bearer tokens in any text', () => {
    const log = new FileLog(folder)
    log.warn('answer', {
      headers: { Authorization: 'abc123xyz' },
      apiKey: 'abc123xyz',
      note: 'Bearer abc123xyz',
    })
    expect(text()).not.toContain('abc123xyz')
  })

  it('keeps one event on one line, with the stack and cause of its error', () => {
    const log = new FileLog(folder)
    log.error('broken\nforged line', { error: new Error('why', { cause: new Error('because') }) })
    expect(text().trimEnd().split('\n')).toHaveLength(1)
    expect(text()).toContain('FileLog.test.ts')
    expect(text()).toContain('because')
  })

  it('rotates when full and keeps a maximum number of files', () => {
    const log = new FileLog(folder, 200, 2)
    for (let number = 0; number < 20; number += 1) log.info(`event ${number} ${'x'.repeat(60)}`)
    expect(readdirSync(folder).sort()).toEqual(['easel.1.log', 'easel.2.log', 'easel.log'])
    expect(text()).toContain('event 19')
    expect(text().length).toBeLessThanOrEqual(200)
  })

  it('appends to the file of the last session', () => {
    new FileLog(folder).info('first run')
    new FileLog(folder).info('second run')
    expect(text()).toContain('first run')
    expect(text()).toContain('second run')
  })

  it('does not fail if the folder cannot be created', () => {
    const file = join(folder, 'file')
    writeFileSync(file, '')
    const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    new FileLog(join(file, 'logs')).info('still alive')
    expect(stderr).toHaveBeenCalledWith(expect.stringContaining('still alive'))
    stderr.mockRestore()
  })
})
