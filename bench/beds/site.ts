/** The site of the measured studies. */
export const siteid = 'bench'
