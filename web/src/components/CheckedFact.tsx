import classes from './CheckedFact.module.css'

/** A read-only checkbox: it can be reached and read, and changes nothing. */
export function CheckedFact({ label, isTrue }: { label: string; isTrue: boolean }) {
  return (
    <label className={classes.fact}>
      <input type="checkbox" checked={isTrue} readOnly aria-readonly className={classes.box} />
      {label}
    </label>
  )
}
