import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import '../../i18n/lazyTexts.ts'
import { fakeLibraryStudio } from '../gallery/testing/fakeLibraryStudio.ts'
import { show } from '../gallery/testing/show.tsx'
import { ImageComparison } from './library/ImageComparison.tsx'
import { LibrarySizes } from './library/LibrarySizes.tsx'
import { ImportedFiles } from './LibrarySettings.tsx'
import { ServiceSettings } from './ServiceSettings.tsx'

const noFiles = { files: 0, bytes: 0 }
const routes = {
  'inputs.usage': async () => ({
    ...noFiles,
    unusedFiles: 0,
    unusedBytes: 0,
    found: { folder: '', ...noFiles },
  }),
  'catalogue.overrides': async () => ({ path: '', active: [], problems: [], example: '{}' }),
  'maintenance.sizes': async () => ({ groups: [] }),
  'images.hash_progress': async () => ({ done: 1, missing: 0 }),
}

test.each([
  ['the inputs', ImportedFiles, 'inputs.usage', 'Saved inputs'],
  ['the overrides', ServiceSettings, 'catalogue.overrides', 'No overrides'],
  ['the sizes of the library', LibrarySizes, 'maintenance.sizes', 'Disk space'],
  ['the progress of comparing images', ImageComparison, 'images.hash_progress', 'Similar images'],
] as const)(
  'after a failure to load %s, the reason and a retry button are shown',
  async (_, Section, route, text) => {
    const studio = fakeLibraryStudio({ routes })
    studio.failingRoutes.add(route)
    show(<Section />)
    expect((await screen.findByRole('alert')).textContent).toContain('Something went wrong inside Easel')
    studio.failingRoutes.clear()
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText(text)).toBeDefined()
    expect(screen.queryByRole('alert')).toBeNull()
  },
)
