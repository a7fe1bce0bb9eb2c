/** A press that found its very same there already. */
export const already = {
  made_title: 'You made exactly this before',
  made_words: 'Same settings, seed and inputs: it is shown again. Nothing was sent or charged.',
  coming_title: 'Already on its way',
  queued_words: 'The very same, seed and inputs included, waits in the queue. Nothing more was sent.',
  coming_words: 'The very same, seed and inputs included, is being made. Nothing more was sent.',
  unsaved_words:
    'The very same, seed and inputs included, is made; its file is still to be fetched. Nothing more was sent.',
  unsure_title: 'May already have been charged',
  uncertain_words:
    'The same request was sent on {{time}} and may have been charged. Another may pay for it twice.',
  vanished_words:
    'The very same was accepted on {{time}}, but the service does not find it now. Another may pay for it twice.',
  open: 'Open it',
  show: 'Show in queue',
  decide: 'Decide',
  another: 'Make another',
} as const
