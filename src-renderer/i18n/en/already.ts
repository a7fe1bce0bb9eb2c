/** A click that found its same there already. */
export const already = {
  made_title: 'You’ve already made this',
  made_words: 'Here’s the result you have: same parameters, seed and inputs. Nothing was sent or charged.',
  coming_title: 'Already in progress',
  queued_words: 'An identical job (same seed and inputs) is already queued. Nothing new was sent.',
  coming_words: 'An identical job (same seed and inputs) is already running. Nothing new was sent.',
  unsaved_words:
    'An identical job (same seed and inputs) has finished. Its file isn’t saved yet. Nothing new was sent.',
  unsure_title: 'Charge unconfirmed',
  uncertain_words:
    'You sent an identical job on {{time}} and may have been charged. Sending again could charge you twice.',
  vanished_words:
    'The service accepted an identical job on {{time}} but can’t find it now. Sending again could charge you twice.',
  open: 'Open result',
  show: 'Show in queue',
  decide: 'Review in queue',
  another: 'Run again',
} as const
