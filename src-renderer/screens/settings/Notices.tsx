import notices from 'virtual:third-party-notices'
import textStyles from '../../ui/text.module.css'
import styles from './rows.module.css'

/** The packages Easel contains, with their licences. Loaded only when somebody opens it: the texts are long. */
export default function Notices() {
  return (
    <ul className={styles.notices}>
      {notices.map(({ name, version, license, text }) => (
        <li key={`${name} ${version}`}>
          <details>
            <summary>
              {name} {version} <span className={textStyles.quiet}>{license}</span>
            </summary>
            <pre className={textStyles.code}>{text}</pre>
          </details>
        </li>
      ))}
    </ul>
  )
}
