/** Snippets, wildcard lists, and the token count of a prompt. */
export const snippets = {
  title: 'Snippets',
  none: 'No snippets yet',
  none_help: 'A snippet is a text for many prompts. Type __ in a prompt to insert one.',
  hint: 'Type __ in a prompt to insert a snippet.',
  new: 'New snippet…',
  delete: 'Delete {{name}}',
  deleted: 'Deleted “{{name}}”',
  not_restored: 'Couldn’t restore “{{name}}”. {{why}}',
  lines_one: '{{count}} line',
  lines_other: '{{count}} lines',
  new_title: 'New snippet',
  edit_title: 'Edit snippet',
  save: 'Save snippet',
  name: 'Name',
  text: 'Text',
  text_help:
    'Several lines make a wildcard list, from which a prompt gets one line. Lines that begin with # are comments.',
  name_missing: 'Enter a name.',
  name_long: 'At most {{max}} characters',
  name_characters: 'Use letters, digits, spaces, dots, hyphens, and single underscores between them.',
  text_missing: 'Enter some text.',
  references_one:
    '{{names}} is a wildcard list. The text is sent and charged as written unless you pick a line.',
  references_other:
    '{{names}} are wildcard lists. The text is sent and charged as written unless you pick lines.',
  pick: 'Pick at random',
  batch: 'Batch of all lines…',
  about_tokens_one: ', about {{count}} token',
  about_tokens_other: ', about {{count}} tokens',
} as const
