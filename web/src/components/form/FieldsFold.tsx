import { type ReactNode, useState } from 'react'
import classes from './FieldsFold.module.css'

/**
 * Fields that are seldom changed, behind one line that says how they stand. Open at once if they are of concern, and
 * opened by any news of them.
 */
export function FieldsFold({
  heading,
  stand,
  about,
  isOfConcern,
  news,
  children,
}: {
  heading: string
  stand: string
  about: string
  isOfConcern: boolean
  /** Changes when one is wrong, is asked about, or has another value. Undefined: their values are not known yet. */
  news: string | undefined
  children: ReactNode
}) {
  const [isOpen, setIsOpen] = useState(isOfConcern)
  const [seen, setSeen] = useState(news)
  if (news !== seen) {
    setSeen(news)
    if (isOfConcern || seen !== undefined) setIsOpen(true)
  }
  return (
    <details className={classes.fold} open={isOpen} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>
        <h3>{heading}</h3>
        <span className={classes.stand}>{stand}</span>
      </summary>
      <div className={classes.fields}>
        <p className={classes.about}>{about}</p>
        {children}
      </div>
    </details>
  )
}
