// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { show } from '../gallery/testing/show.tsx'
import { queueBehind } from '../queue/testing/queueBehind.ts'
import { Service } from './Service.tsx'

afterEach(cleanup)

const state = { path: '/data/operations.json', active: [], problems: [], example: '{}' }

test('says what is in force, and what is wrong once the file is read again', async () => {
  queueBehind(
    {},
    {
      'catalogue.overrides': async () => ({
        ...state,
        active: [{ operation: 'Image upscale', changes: ['path: img-upscales'] }],
      }),
      'catalogue.reload': async () => ({ ...state, problems: ['"paht" is no setting of an operation'] }),
    },
  )
  show(<Service />)
  expect(await screen.findByText('Image upscale: path: img-upscales')).toBeTruthy()
  expect(screen.getByText('/data/operations.json')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Read again' }))
  expect(await screen.findByText('"paht" is no setting of an operation')).toBeTruthy()
  expect(screen.queryByText('Image upscale: path: img-upscales')).toBeNull()
})
