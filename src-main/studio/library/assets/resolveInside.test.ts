import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../testing/temporaryFolder.ts'
import { resolveInside } from './resolveInside.ts'

function folders() {
  const [library, elsewhere] = [join(temporaryFolder(), 'library'), temporaryFolder()]
  mkdirSync(join(library, '2026/01'), { recursive: true })
  writeFileSync(join(library, '2026/01/a.png'), 'a')
  writeFileSync(join(elsewhere, 'secret.png'), 's')
  return { library, elsewhere }
}

describe('a path of the library', () => {
  it('is resolved, even if the file does not exist yet', () => {
    const { library } = folders()
    expect(resolveInside(library, '2026/01/a.png')).toBe(join(library, '2026/01/a.png'))
    expect(resolveInside(library, '2027/02/new.png')).toBe(join(library, '2027/02/new.png'))
  })

  it('is resolved if it can’t be looked up, so that opening the file reports why', () => {
    const { library } = folders()
    const tooLong = 'a'.repeat(300)
    expect(resolveInside(library, tooLong)).toBe(join(library, tooLong))
  })

  it('is resolved if the library itself is behind a symbolic link', () => {
    const { library } = folders()
    const link = join(temporaryFolder(), 'link')
    symlinkSync(library, link)
    expect(resolveInside(link, '2026/01/a.png')).toBe(join(link, '2026/01/a.png'))
  })

  it.each(['../x', '/etc/passwd', '2026/../../x', '', 'a\0b'])('%j is rejected', (relative) => {
    expect(resolveInside(folders().library, relative)).toBeNull()
  })

  it('is rejected if a symbolic link leads outside: a file, a folder or a broken link', () => {
    const { library, elsewhere } = folders()
    symlinkSync(join(elsewhere, 'secret.png'), join(library, '2026/01/link.png'))
    symlinkSync(elsewhere, join(library, '2026/02'))
    symlinkSync(join(elsewhere, 'not there'), join(library, '2026/01/dangling.png'))
    for (const relative of [
      '2026/01/link.png',
      '2026/02/secret.png',
      '2026/02/new.png',
      '2026/01/dangling.png',
    ])
      expect(resolveInside(library, relative), relative).toBeNull()
  })
})
