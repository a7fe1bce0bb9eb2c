import { Plus } from 'lucide-react'
import { type ReactNode, type RefObject, useRef, useState } from 'react'
import type { Collection } from '../../../src-preload/contract/types/collection.ts'
import { useRoute } from '../../host/useRoute.ts'
import '../../i18n/later.ts'
import { t } from '../../i18n/t.ts'
import { Button } from '../../ui/Button.tsx'
import { PickerPopover } from '../../ui/PickerPopover.tsx'
import { NameDialog } from './NameDialog.tsx'

interface Props {
  label: string
  /** The id of the chosen one; null: none is. */
  value?: string | null
  /** What stands for none of them, offered first; absent: it can't be chosen. */
  none?: string
  /** What a new one holds from the beginning. */
  ids?: readonly string[]
  onPick: (collection: Pick<Collection, 'id' | 'name'> | null) => void
  /** After a new one was made, with `ids` already in it; absent: as picked. */
  onMade?: (collection: Collection) => void
  trigger: (aria: {
    ref: RefObject<HTMLButtonElement | null>
    'aria-haspopup': 'listbox'
    'aria-expanded': boolean
    onClick: () => void
  }) => ReactNode
}

const NONE = ''
/** From so many on they can be searched by name. */
const SEARCHED = 8

/** A button that opens the list of collections, with a way to make another. */
export function ChooseCollection({ label, value = null, none, ids = [], onPick, onMade, trigger }: Props) {
  const { data } = useRoute('collections.list', undefined)
  const [open, setOpen] = useState(false)
  const [naming, setNaming] = useState(false)
  const anchor = useRef<HTMLButtonElement>(null)
  const collections = data?.collections ?? []
  const items = [
    ...(none === undefined ? [] : [{ id: NONE, label: none }]),
    ...collections.map(({ id, name, assets }) => ({
      id,
      label: name,
      facts: [t('collections.count', { count: assets })],
    })),
  ]
  const pick = (id: string) => {
    setOpen(false)
    anchor.current?.focus()
    onPick(collections.find((one) => one.id === id) ?? null)
  }
  return (
    <>
      {trigger({
        ref: anchor,
        'aria-haspopup': 'listbox',
        'aria-expanded': open,
        onClick: () => setOpen(!open),
      })}
      {open && (
        <PickerPopover
          anchor={anchor}
          label={label}
          tight
          items={items}
          value={value ?? NONE}
          {...(items.length > SEARCHED && {
            search: {
              label: t('collections.search'),
              nothing: (search: string) => t('collections.nothing', { search }),
            },
          })}
          instead={undefined}
          header={undefined}
          footer={
            <Button
              size="small"
              look="quiet"
              icon={<Plus aria-hidden />}
              onClick={() => {
                setOpen(false)
                setNaming(true)
              }}
            >
              {t('collections.new')}
            </Button>
          }
          onClose={() => setOpen(false)}
          onPick={pick}
        />
      )}
      {naming && (
        <NameDialog
          ids={ids}
          onClose={() => setNaming(false)}
          onDone={(made) => {
            setNaming(false)
            if (onMade) onMade(made)
            else onPick(made)
          }}
        />
      )}
    </>
  )
}
