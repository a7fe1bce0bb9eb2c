import { organizeCommands } from '../../../src-preload/shared/keymap/lazyCommands.ts'
import { findCommand } from '../../lib/keys.ts'
import { shortcutKey } from '../../lib/shortcutKey.ts'

/** What a key does with the focused, opened or selected results. */
export type OrganizeCommand = { kind: 'rate'; rating: number } | { kind: 'tags' } | { kind: 'note' }

/** The rating, tag or note command of a key; undefined for other keys. */
export function findOrganizeCommand(press: Parameters<typeof findCommand>[1]): OrganizeCommand | undefined {
  const id = findCommand(organizeCommands, press)
  if (id === 'rate') return { kind: 'rate', rating: Number(shortcutKey(press)) }
  return id === 'tags' || id === 'note' ? { kind: id } : undefined
}
