export const update = {
  title: 'Updating your library',
  progress: 'Update of your library',
  check: 'Checking the database',
  backup: 'Making a backup, {{percent}}%',
  step: 'Step {{step}} of {{steps}}',
  note: 'Your results stay where they are. If you close Easel, the update continues next time.',
} as const
