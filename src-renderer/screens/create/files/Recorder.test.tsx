import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { fakeMicrophone } from '../testing/fakeMicrophone.ts'
import { makeFileField } from '../testing/makeFileField.ts'
import { Recorder } from './Recorder.tsx'

// Makes encoding fail.
vi.mock('@breezystack/lamejs', () => ({}))

test('when encoding a recording fails, a message is shown, and the user can retry or record again', async () => {
  // Before `fakeMicrophone`, which replaces `navigator`, because user events need its clipboard.
  const user = userEvent.setup()
  fakeMicrophone({
    duration: 4,
    sampleRate: 44_100,
    numberOfChannels: 1,
    getChannelData: () => new Float32Array(1).fill(0.5),
  })
  const onRecorded = vi.fn<() => void>()
  const onClose = vi.fn<() => void>()
  render(<Recorder field={makeFileField({ media: ['audio'] })} onRecorded={onRecorded} onClose={onClose} />)
  await user.click(screen.getByRole('button', { name: 'Record' }))
  await user.click(await screen.findByRole('button', { name: 'Stop' }))
  await user.click(await screen.findByRole('button', { name: 'Use recording' }))
  expect(await screen.findByText(/Easel couldn’t convert the recording\. Try again\.$/)).toBeDefined()
  for (const name of ['Use recording', 'Record again'])
    expect(screen.getByRole('button', { name })).toHaveProperty('disabled', false)
  expect(onRecorded).not.toHaveBeenCalled()
  expect(onClose).not.toHaveBeenCalled()
})
