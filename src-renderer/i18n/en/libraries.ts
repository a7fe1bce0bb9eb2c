/** The list of libraries, and restoring and moving whole libraries. */
export const libraries = {
  title: 'Libraries',
  text: 'One library is open at a time. Easel restarts to open another one.',
  desktop: 'Only the desktop app can open another library, restore a backup or move the library.',
  missing: 'Not found',
  open: 'Open',
  open_library: 'Open “{{name}}”',
  remove: 'Remove “{{name}}” from list',
  removed: '“{{name}}” was removed from the list. Its files are unchanged.',
  create: 'New library…',
  open_existing: 'Open another library…',
  restore: 'Restore a backup…',
  move: 'Move library…',
  restore_running_one: '{{done}} of {{count}} file restored, {{size}} copied',
  restore_running_other: '{{done}} of {{count}} files restored, {{size}} copied',
  restore_done_one: 'Backup restored: {{count}} file.',
  restore_done_other: 'Backup restored: {{count}} files.',
  restore_stopped: 'Stopped. Restore the same backup to this folder to continue.',
  restore_problems_one:
    '{{count}} file was left out, because it can’t be copied or was changed in the backup:',
  restore_problems_other:
    '{{count}} files were left out, because they can’t be copied or were changed in the backup:',
  restore_open: 'Open restored library',
  move_running_one: '{{done}} of {{count}} file, {{size}} copied. You can keep working.',
  move_running_other: '{{done}} of {{count}} files, {{size}} copied. You can keep working.',
  move_done:
    'The files are copied. Restart Easel to complete the move; the old files are deleted only after that.',
  move_stopped: 'Stopped. Your library is where it was. Move it to this folder again to continue.',
  move_problems_one: '{{count}} file can’t be copied and will stay in the old folder:',
  move_problems_other: '{{count}} files can’t be copied and will stay in the old folder:',
  move_finish: 'Restart and complete move',
} as const
