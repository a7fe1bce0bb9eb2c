import { beforeEach, expect, test } from 'vitest'
import { setBridge } from '../../host/bridge.ts'
import { StudioError } from '../../../src-preload/shared/StudioError.ts'
import { toasts } from '../../lib/toasts.ts'
import { bridgeOf } from '../../screens/create/testing/fakeCreateStudio.ts'
import { makeAsset, makeDetail } from '../../screens/create/testing/makeAsset.ts'
import { draftStore } from './draftStore.ts'
import { fillTranscript } from './fillTranscript.ts'

const SPOKEN: Record<string, string | null> = {
  ferry: 'The ferry leaves.',
  fog: 'Fog again.',
  recording: null,
}

beforeEach(() => {
  setBridge(
    bridgeOf({
      'library.asset': async ({ id }) => {
        const spokenText = SPOKEN[id]
        if (spokenText === undefined) throw new StudioError({ code: 'asset_not_found', money: 'none' })
        return { ...makeDetail(makeAsset({ id, kind: 'audio' })), spokenText }
      },
    }),
  )
})

const change = { operation: 'speak', field: 'transcript' }
/** The transcript, at first `current`, after the sample changed from `before` to `after`. */
async function transcriptAfter(
  current: string | undefined,
  before: string | undefined,
  after: string | undefined,
) {
  draftStore.setState({ values: { speak: current === undefined ? {} : { transcript: current } } })
  await fillTranscript({ ...change, before, after })
  return draftStore.getState().values['speak']?.['transcript']
}

test.each([
  ['an empty transcript is filled in from the sample', undefined, undefined, 'ferry', 'The ferry leaves.'],
  ['a filled-in transcript is replaced with its sample', 'The ferry leaves.', 'ferry', 'fog', 'Fog again.'],
  ['a filled-in transcript is cleared with its sample', 'The ferry leaves.', 'ferry', undefined, ''],
  ['a filled-in transcript is cleared without a new text', 'The ferry leaves.', 'ferry', 'recording', ''],
  ['a transcript by the user is kept', 'My words', 'ferry', 'fog', 'My words'],
  ['a transcript by the user is kept without a sample', 'My words', 'recording', undefined, 'My words'],
  ['an empty transcript stays empty for a sample of unknown text', '', undefined, 'recording', ''],
  ['an empty transcript stays empty for a deleted sample', undefined, undefined, 'gone', undefined],
  ['the transcript stays the same with the same sample', '', 'ferry', 'ferry', ''],
])('%s', async (_, current, before, after, expected) => {
  expect(await transcriptAfter(current, before, after)).toBe(expected)
})

test('shows a toast when a transcript is filled in, but not when it is cleared', async () => {
  await transcriptAfter('', undefined, 'ferry')
  expect(toasts.getState().list.map(({ text }) => text)).toEqual([
    'The transcript was filled in from the chosen result',
  ])
  await transcriptAfter('The ferry leaves.', 'ferry', undefined)
  expect(toasts.getState().list).toHaveLength(1)
})

test('keeps what the user types while the text is read', async () => {
  draftStore.setState({ values: { speak: {} } })
  const filling = fillTranscript({ ...change, before: undefined, after: 'ferry' })
  draftStore.getState().setValues({ transcript: 'typed' }, { operation: 'speak' })
  await filling
  expect(draftStore.getState().values['speak']?.['transcript']).toBe('typed')
})
