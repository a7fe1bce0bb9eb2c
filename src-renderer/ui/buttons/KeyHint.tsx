import type { Command } from '../../../src-preload/shared/keymap/Command.ts'
import { keysOf, keyText } from '../../lib/keys.ts'
import styles from './KeyHint.module.css'

/** A key of a command: the first one, or the one at an index. */
export function KeyHint({ of, at = 0 }: { of: Command; at?: number }) {
  return <kbd className={styles.keys}>{keyText(keysOf(of)[at] ?? '')}</kbd>
}
