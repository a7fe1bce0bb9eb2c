import { expect, it, vi } from 'vitest'
import { importPaths } from './importPaths.ts'

it('starts an import of absolute paths', async () => {
  const startPaths = vi.fn(() => 'import')
  const paths = ['/home/me/Pictures', '/home/me/a.png']
  expect(await importPaths(paths, async () => ({ startPaths }))).toEqual({ ok: true, data: 'import' })
  expect(startPaths).toHaveBeenCalledExactlyOnceWith(paths)
})

it.each([[[]], ['/home/me'], [['Pictures']], [['../secret']], [['']], [[7]], [undefined], [{ length: 1 }]])(
  'rejects %j as paths',
  async (paths) => {
    const startPaths = vi.fn(() => 'import')
    expect(await importPaths(paths, async () => ({ startPaths }))).toMatchObject({
      ok: false,
      error: { code: 'invalid_input' },
    })
    expect(startPaths).not.toHaveBeenCalled()
  },
)
