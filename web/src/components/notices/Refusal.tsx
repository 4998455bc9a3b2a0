import classes from './Refusal.module.css'

/** Why an act was refused, beside its button; announced when it appears. Nothing if `text` is undefined. */
export function Refusal({ text }: { text: string | undefined }) {
  if (text === undefined) return null
  return (
    <p role="alert" className={classes.refusal}>
      {text}
    </p>
  )
}
