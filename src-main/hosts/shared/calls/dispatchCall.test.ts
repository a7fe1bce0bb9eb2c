import { beforeEach, describe, expect, it, vi } from 'vitest'
import { StudioError } from '../../../../src-preload/shared/StudioError.ts'
import type { Handlers } from '../../../../src-preload/contract/routes.ts'
import { dispatchCall } from './dispatchCall.ts'

const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() }
const list = vi.fn()
/** Only the routes these tests call; the others must never be reached. */
const handlers: Partial<Handlers> = {
  'operations.list': list,
  'models.list': vi.fn(),
  'connections.add': vi.fn(),
  'models.refresh': async () => {},
}

describe('dispatchCall', () => {
  beforeEach(() => {
    vi.clearAllMocks()
    list.mockResolvedValue({ operations: [], listed: true, unknown: [] })
  })

  it('returns the output of the handler', async () => {
    const response = await dispatchCall(handlers, 'operations.list', undefined, log)
    expect(response).toEqual({ ok: true, data: { operations: [], listed: true, unknown: [] } })
  })

  it('handles a route without output', async () => {
    expect(await dispatchCall(handlers, 'models.refresh', undefined, log)).toEqual({
      ok: true,
      data: undefined,
    })
  })

  it.each([
    'nowhere',
    'jobs.list',
    'constructor',
    '__proto__',
    'toString',
    '',
    null,
    7,
    ['operations.list'],
    { toString: null },
  ])('rejects the unknown route %j', async (route) => {
    const response = await dispatchCall(handlers, route, undefined, log)
    expect(response).toMatchObject({ ok: false, error: { code: 'route_not_found', money: 'none' } })
    expect(list).not.toHaveBeenCalled()
  })

  it('does not run the handler with invalid input', async () => {
    const response = await dispatchCall(handlers, 'models.list', { operation: 5 }, log)
    expect(response).toMatchObject({ ok: false, error: { code: 'invalid_input' } })
    expect(handlers['models.list']).not.toHaveBeenCalled()
  })

  it('never repeats rejected input, which may be a key', async () => {
    const input = { name: '', address: 'https://x.example', key: 'sk-very-secret' }
    const response = await dispatchCall(handlers, 'connections.add', input, log)
    expect(JSON.stringify(response)).not.toContain('sk-very-secret')
    expect(JSON.stringify(log.error.mock.calls)).not.toContain('sk-very-secret')
  })

  it('drops fields outside the contract', async () => {
    list.mockResolvedValue({ operations: [], listed: true, unknown: [], key: 'sk-very-secret' })
    const response = await dispatchCall(handlers, 'operations.list', undefined, log)
    expect(response).toEqual({ ok: true, data: { operations: [], listed: true, unknown: [] } })
  })

  it('returns a problem of the studio unchanged', async () => {
    const problem = { code: 'model_gone', money: 'none', params: { model: 'x' } } as const
    list.mockRejectedValue(new StudioError(problem))
    expect(await dispatchCall(handlers, 'operations.list', undefined, log)).toEqual({
      ok: false,
      error: problem,
    })
    expect(log.error).not.toHaveBeenCalled()
  })

  it.each([
    ['a rejection', () => Promise.reject(new Error('at /home/ada/secret.ts'))],
    [
      'a throw',
      () => {
        throw new TypeError('at /home/ada/secret.ts')
      },
    ],
    ['a response of the wrong shape', async () => ({ operations: '/home/ada/secret.ts' })],
  ])('turns %s into the id of its log entry, without details', async (_name, fail) => {
    list.mockImplementation(fail)
    const response = await dispatchCall(handlers, 'operations.list', undefined, log)
    expect(response).toMatchObject({ ok: false, error: { code: 'internal', money: 'none' } })
    expect(JSON.stringify(response)).not.toContain('secret.ts')
    const id = !response.ok && response.error.code === 'internal' ? response.error.params?.id : ''
    expect(log.error).toHaveBeenCalledWith(expect.any(String), expect.objectContaining({ id }))
  })
})
