import type { ReactNode } from 'react'
import classes from './EffectGroup.module.css'

/** What a change that is reviewed means for what is stored: the findings of one effect as list items below its heading. */
export function EffectGroup({
  effect,
  heading,
  children,
}: {
  effect: 'REFUSED' | 'LOOK' | 'HARMLESS'
  heading: string
  children: ReactNode
}) {
  return (
    <div data-effect={effect} className={classes.effect}>
      <h4>{heading}</h4>
      <ul>{children}</ul>
    </div>
  )
}
