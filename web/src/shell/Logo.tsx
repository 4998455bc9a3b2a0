import classes from './Logo.module.css'

export function Logo({ size = 22 }: { size?: number }) {
  return (
    <span className={classes.logo}>
      <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden>
        <rect width="32" height="32" rx="7" />
        <path d="M16 6.5 25.5 16 16 25.5 6.5 16Z" data-line />
        <path d="M16 12.2 19.8 16 16 19.8 12.2 16Z" />
      </svg>
      Casebook
    </span>
  )
}
