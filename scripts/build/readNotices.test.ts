import { describe, expect, it } from 'vitest'
import { projectFolder } from '../test/projectFolder.ts'
import { readNotices } from './thirdPartyNotices.ts'

describe('readNotices', () => {
  const notices = readNotices(projectFolder)
  const names = notices.map(({ name }) => name)

  it('includes the packages of the main process and the window, and their dependencies', () => {
    for (const name of ['undici', '@github/keytar', 'strtok3', 'react-dom', 'scheduler', 'uplot', 'electron'])
      expect(names).toContain(name)
    for (const name of ['@radix-ui/colors', '@fontsource-variable/inter']) expect(names).toContain(name)
  })

  it('leaves out build and test tools', () => {
    for (const name of ['vite', 'vitest', 'typescript', '@electron/get', '@testing-library/react'])
      expect(names).not.toContain(name)
  })

  it('has a text for every package, and the full LGPL and GPL for packages under the LGPL', () => {
    for (const { name, text } of notices) expect(text.length, name).toBeGreaterThan(400)
    const lame = notices.find(({ name }) => name === '@breezystack/lamejs')?.text
    expect(lame).toContain('GNU LESSER GENERAL PUBLIC LICENSE')
    expect(lame).toContain('GNU GENERAL PUBLIC LICENSE')
    expect(lame).toContain('on npm as @breezystack/lamejs@')
  })
})
