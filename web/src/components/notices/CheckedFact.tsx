import classes from './CheckedFact.module.css'

/** A read-only checkbox: focusable and readable, without effect. */
export function CheckedFact({ label, isTrue }: { label: string; isTrue: boolean }) {
  return (
    <label className={classes.fact}>
      <input type="checkbox" checked={isTrue} readOnly aria-readonly className={classes.box} />
      {label}
    </label>
  )
}
