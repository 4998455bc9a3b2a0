/**
 * What of forms needs the evaluator of expressions or the matcher of patterns, which are large. Screens that show more than
 * forms load it after they are drawn, by use-form-code.ts.
 */

export { shortcomingsOf } from '@casebook/domain/forms/shortcomings.ts'
export { FormPage, NewFormPage } from './FormPage.tsx'
export { askedFields } from './values/form-values.ts'
