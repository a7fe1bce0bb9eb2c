import { type ReactNode, useState } from 'react'
import { t } from '../../i18n/t.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { classes } from '../../ui/classes.ts'
import toolbarStyles from '../../ui/layout/toolbar.module.css'

interface Props {
  /** Each with a key. */
  children: readonly ReactNode[]
  className?: string | undefined
}

/** Further chips are shown on request. */
const MAX_SHOWN = 12

/** A list of chips; the end of a long one is hidden until the user asks for it. */
export function ChipList({ children, className }: Props) {
  const [isExpanded, setExpanded] = useState(false)
  const count = children.length
  // A single further chip is shown, because it fits where the button would be.
  const isLong = count > MAX_SHOWN + 1
  return (
    <>
      <ul className={classes(toolbarStyles.chips, className)}>
        {isLong && !isExpanded ? children.slice(0, MAX_SHOWN) : children}
      </ul>
      {isLong && (
        <Button
          size="small"
          variant="quiet"
          aria-expanded={isExpanded}
          onClick={() => setExpanded(!isExpanded)}
        >
          {isExpanded ? t('organize.show_fewer') : t('organize.show_all', { count })}
        </Button>
      )}
    </>
  )
}
