import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, test } from 'vitest'
import type { Command } from '../../src-preload/shared/keymap/Command.ts'
import { keymap, type Scope } from '../../src-preload/shared/keymap/keymap.ts'
import { ShortcutsDialog } from './ShortcutsDialog.tsx'

afterEach(cleanup)

const SCOPES = Object.entries<Record<string, Command>>(keymap)
const commandsOf = new Map(SCOPES)

/** Scopes that apply at the same time. Space belongs to the player, and to the slideshow only if there is no player. */
const CONTEXTS: Scope[][] = [
  ['global', 'create', 'strip', 'result'],
  ['global', 'create', 'result', 'player', 'audio'],
  ['global', 'create', 'result', 'player', 'video'],
  ['global', 'gallery', 'list', 'selection', 'result', 'organize'],
  ['global', 'viewer', 'result', 'organize', 'image'],
  ['global', 'result', 'organize', 'player', 'audio'],
  ['global', 'result', 'organize', 'player', 'video'],
  ['global', 'viewer', 'result', 'organize', 'text', 'edit', 'transcript', 'image'],
  ['global', 'queue', 'list'],
  ['global', 'grid'],
]
/** May have several commands, because it closes only the topmost layer. */
const LAYERED_KEY = 'escape'

describe('the keymap', () => {
  const clashes = (scopes: readonly string[], platform: 'keys' | 'mac') => {
    const owners = new Map<string, string[]>()
    for (const scope of scopes)
      for (const [id, command] of Object.entries(commandsOf.get(scope) ?? {}))
        for (const keys of (platform === 'mac' && command.mac) || command.keys)
          owners.set(keys.toLowerCase(), [...(owners.get(keys.toLowerCase()) ?? []), `${scope}.${id}`])
    return [...owners].filter(([keys, ids]) => ids.length > 1 && keys !== LAYERED_KEY)
  }

  it.each(SCOPES.map(([scope]) => scope))('has no key with two commands in %s', (scope) => {
    expect(clashes([scope], 'keys')).toEqual([])
    expect(clashes([scope], 'mac')).toEqual([])
  })

  it.each(CONTEXTS.map((scopes) => [scopes.join(' + '), scopes] as const))(
    'has no key with two commands in %s',
    (_, scopes) => {
      for (const platform of ['keys', 'mac'] as const) expect(clashes(scopes, platform)).toEqual([])
    },
  )
})

test('the list of shortcuts has every command of the keymap under its scope', () => {
  render(<ShortcutsDialog onClose={() => {}} onOpenGuide={() => {}} />)
  const groups = screen.getAllByRole('region')
  expect(groups).toHaveLength(SCOPES.length)
  for (const [index, [, commands]] of SCOPES.entries()) {
    const terms = within(groups[index] ?? document.body).getAllByRole('term')
    expect(terms.map(({ textContent }) => textContent)).toHaveLength(Object.keys(commands).length)
    // A text that is missing would be shown as the id.
    for (const { textContent } of terms) expect(textContent).toMatch(/^[A-Z].* |^[A-Z]\w+$/)
  }
})

test('a search finds shortcuts by what they do, where they apply and their key', async () => {
  render(<ShortcutsDialog onClose={() => {}} onOpenGuide={() => {}} />)
  const search = screen.getByRole('searchbox', { name: 'Search shortcuts' })
  await userEvent.type(search, 'mute')
  expect(screen.getAllByRole('term').map(({ textContent }) => textContent)).toEqual(['Mute or unmute'])
  await userEvent.clear(search)
  await userEvent.type(search, 'queue alt front')
  expect(screen.getAllByRole('term').map(({ textContent }) => textContent)).toEqual(['Move to the front'])
  await userEvent.clear(search)
  await userEvent.type(search, 'nothing like it')
  expect(screen.queryAllByRole('term')).toEqual([])
  expect(screen.getByText('No shortcut matches “nothing like it”')).toBeTruthy()
})
