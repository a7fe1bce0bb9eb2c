import { useRoute } from '../../host/useRoute.ts'
import { Stage } from '../stage/Stage.tsx'
import styles from './Create.module.css'
import { CreatePanel } from './CreatePanel.tsx'
import { useDraftMemory } from './model/useDraftMemory.ts'
import { Welcome } from './Welcome.tsx'

/** The screen one works in: the form at the left, what comes of it at the right. */
export function Create() {
  const connections = useRoute('connections.list', undefined)
  useDraftMemory()
  if (connections.data?.connections.length === 0) return <Welcome />
  return (
    <div className={styles.create}>
      <CreatePanel />
      <Stage />
    </div>
  )
}
