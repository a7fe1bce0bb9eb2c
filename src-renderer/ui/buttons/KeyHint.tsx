import styles from './KeyHint.module.css'

const isMac = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.userAgent)

/** A keyboard shortcut in the platform's notation: `Mod+Enter` is ⌘↵ on a Mac and Ctrl ↵ elsewhere. */
export function KeyHint({ keys }: { keys: string }) {
  return <kbd className={styles.keys}>{keyText(keys)}</kbd>
}

function keyText(keys: string): string {
  // A plus at the end is a key itself.
  const parts = keys.split(/\+(?=.)/).map((key) => {
    if (key === 'Mod') return isMac ? '⌘' : 'Ctrl'
    if (key === 'Enter') return '↵'
    if (key === 'Shift') return isMac ? '⇧' : 'Shift'
    if (key === 'Alt') return isMac ? '⌥' : 'Alt'
    return key
  })
  return parts.join(isMac ? '' : ' ')
}
