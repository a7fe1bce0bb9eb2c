import { navigate } from '../../router/navigate.ts'
import { CollectionNameDialog } from '../../widgets/collections/CollectionNameDialog.tsx'
import { collectionPath } from '../../widgets/library/filterUrl.ts'
import { newCollectionDialog } from './newCollectionDialog.ts'

/** Creates a collection and shows it in the gallery. */
export function NewCollection() {
  const close = () => newCollectionDialog.setState({ isOpen: false })
  return (
    <CollectionNameDialog
      onClose={close}
      onDone={({ id }) => {
        close()
        navigate(collectionPath(id))
      }}
    />
  )
}
