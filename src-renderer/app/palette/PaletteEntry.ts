import type { ReactNode } from 'react'
import type { Command } from '../../../src-preload/shared/keymap/Command.ts'
import type { Searchable } from './rank.ts'

export type GroupId =
  | 'actions'
  | 'screens'
  | 'global'
  | 'tasks'
  | 'models'
  | 'collections'
  | 'tags'
  | 'settings'
  | 'results'

export interface PaletteEntry extends Searchable {
  group: GroupId
  /** A short fact after the label. */
  detail?: string | undefined
  image?: ReactNode
  /** The command whose keyboard shortcut is shown. */
  command?: Command | undefined
  run: () => void
  /** What Ctrl/Cmd+Enter does instead, for results: uses the prompt. */
  runWithModifier?: () => void
}
