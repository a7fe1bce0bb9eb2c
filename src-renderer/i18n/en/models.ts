/** New models, and what changed about models since they were last used. */
export const models = {
  changed_title: 'Models changed',
  gone_note_one: '{{count}} you used is no longer offered',
  gone_note_other: '{{count}} you used are no longer offered',
  changed_note_one: '{{count}} you used changed',
  changed_note_other: '{{count}} you used changed',
  back_note_one: '{{count}} is available again',
  back_note_other: '{{count}} are available again',
  new_note_one: '{{count}} is new',
  new_note_other: '{{count}} are new',
  show: 'Show changes',
  dialog_title: 'Model changes',
  dialog_text:
    'On {{connection}}: new models, and changes since you last used each model or closed this list.',
  done: 'Got it',
  gone: 'No longer offered',
  changed: 'Changed',
  back: 'Available again',
  new: 'New',
  gone_text:
    'You can’t run it again. Its results stay in your library, and “Reuse all” works with another model.',
  gone_queued_one: '{{count}} job in the queue uses it. If the service rejects that job, it isn’t charged.',
  gone_queued_other: '{{count}} jobs in the queue use it. If the service rejects them, they aren’t charged.',
  gone_presets_one: '{{count}} preset uses it. Its other values can be used with another model.',
  gone_presets_other: '{{count}} presets use it. Their other values can be used with another model.',
  price: 'Your last request cost {{before}} and now costs {{after}}, with the same parameters.',
  price_queued_one:
    '{{count}} job in the queue keeps the price you accepted. After a day in the queue, Easel checks the price again. If it has risen, Easel asks you before sending the job.',
  price_queued_other:
    '{{count}} jobs in the queue keep the price you accepted. After a day in the queue, Easel checks the prices again. If they have risen, Easel asks you before sending the jobs.',
  limits_queued_one:
    '{{count}} job in the queue uses it. If it no longer fits, the service rejects it without charge.',
  limits_queued_other:
    '{{count}} jobs in the queue use it. The service rejects those that no longer fit, without charge.',
  limits_presets_one:
    '{{count}} preset uses it. When you apply it, Easel lists the values that no longer fit.',
  limits_presets_other:
    '{{count}} presets use it. When you apply one, Easel lists the values that no longer fit.',
  value: '{{name}}: {{after}} (was {{before}})',
  unstated: 'not stated',
  added: '{{name}} added: {{names}}',
  removed: '{{name}} removed: {{names}}',
} as const
