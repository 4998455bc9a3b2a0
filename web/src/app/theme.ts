import {
  type CSSVariablesResolver,
  createTheme,
  localStorageColorSchemeManager,
  type MantineColorsTuple,
} from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { createElement } from 'react'
import { schemeKey } from '../browser/preferences.ts'

/**
 * The accent colour, for the next possible action. Shade 7 on white and shade 4 on near-black both reach a contrast of
 * 4.5:1.
 */
const teal: MantineColorsTuple = [
  '#e9f7f5',
  '#d3eeeb',
  '#a5dcd6',
  '#72c8c0',
  '#41b5ab',
  '#1f9d94',
  '#128279',
  '#0b706a',
  '#085a55',
  '#044440',
]

/** Slate greys: global.css uses them for backgrounds, hairlines and secondary text of both colour schemes. */
const slate: MantineColorsTuple = [
  '#f6f8f9',
  '#edf1f3',
  '#dfe6ea',
  '#c8d2d8',
  '#a5b3bc',
  '#7c8d98',
  '#586974',
  '#41515b',
  '#2a373f',
  '#16212a',
]

const night: MantineColorsTuple = [
  '#e3eaee',
  '#c3ced5',
  '#9aa9b3',
  '#71828d',
  '#33424b',
  '#26343c',
  '#182329',
  '#10191e',
  '#0b1216',
  '#070c0f',
]

/** For refusals. */
const red: MantineColorsTuple = [
  '#fbf0ef',
  '#f5dcda',
  '#eab5b1',
  '#de8b86',
  '#d36862',
  '#c8504a',
  '#b83c37',
  '#a52e2a',
  '#972422',
  '#8c1d1d',
]

/** Three sizes (12, 14, 20 px), weight for hierarchy, 8 px grid, 6 px corners. */
export const theme = createTheme({
  primaryColor: 'teal',
  primaryShade: { light: 7, dark: 6 },
  colors: { teal, red, gray: slate, dark: night },
  black: '#16212a',
  fontFamily: "'Inter Variable', system-ui, sans-serif",
  fontSizes: { xs: '0.75rem', sm: '0.875rem', md: '0.875rem', lg: '1.25rem', xl: '1.25rem' },
  lineHeights: { xs: '1.35', sm: '1.45', md: '1.45', lg: '1.3', xl: '1.3' },
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2rem' },
  defaultRadius: 'sm',
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '12px', xl: '16px' },
  respectReducedMotion: true,
  focusRing: 'auto',
  cursorType: 'pointer',
  components: {
    Button: { defaultProps: { size: 'sm' } },
    // As the selects of forms have it.
    NativeSelect: { defaultProps: { rightSection: createElement(IconChevronDown, { size: 16, 'aria-hidden': true }) } },
    InputWrapper: { defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] } },
    Transition: { defaultProps: { duration: 120 } },
  },
})

export const colorSchemeManager = localStorageColorSchemeManager({ key: schemeKey })

/** The nonce that the server put into this page, for style elements that Mantine adds. */
export function styleNonce(): string {
  return document.querySelector('meta[name="csp-nonce"]')?.getAttribute('content') ?? ''
}

const ours = {
  '--mantine-color-body': 'var(--cb-ground)',
  '--mantine-color-text': 'var(--cb-ink)',
  '--mantine-color-dimmed': 'var(--cb-quiet)',
  '--mantine-color-error': 'var(--cb-fault)',
  '--mantine-color-default-border': 'var(--cb-line-strong)',
  '--mantine-color-placeholder': 'var(--cb-quiet)',
  '--mantine-color-teal-light': 'var(--cb-accent-soft)',
  '--mantine-color-teal-light-hover': 'var(--cb-accent-soft)',
}

/** Maps Mantine's variables to global.css's colours. */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  // What can't be changed is no block heavier than what can.
  light: { ...ours, '--mantine-color-disabled': 'var(--mantine-color-gray-0)' },
  dark: {
    ...ours,
    '--mantine-color-default': 'var(--cb-raised)',
    '--mantine-color-disabled': 'var(--cb-line)',
  },
})
