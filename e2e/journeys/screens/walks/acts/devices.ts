import type { Act } from './act.ts'

/** A device is put on a subject, and taken off. */
export function wornDevice(path: string, deviceid: string, position: 'arm' | 'chest'): Act {
  return {
    path,
    key: `worn ${deviceid}`,
    open: (page) => page.getByRole('button', { name: 'Add device' }).first().waitFor(),
    async shown(page) {
      const table = page.getByRole('table', { name: 'Devices' })
      return (await table.getByRole('cell', { name: deviceid, exact: true }).isVisible()) ? 'on' : 'off'
    },
    async begin(page, saw) {
      const row = page.getByRole('table', { name: 'Devices' }).getByRole('cell', { name: deviceid, exact: true })
      if (saw === 'on') {
        await page.getByRole('button', { name: `Remove ${deviceid}, ${position}` }).click()
        return {
          made: () => 'off',
          button: page.getByRole('alertdialog').getByRole('button', { name: 'Remove', exact: true }),
          done: page.getByRole('main').filter({ hasNot: row }),
        }
      }
      await page.getByRole('button', { name: 'Add device' }).first().click()
      await page.getByLabel('Location').selectOption(position)
      await page.getByLabel('Device ID').selectOption(deviceid)
      return { made: () => 'on', button: page.getByRole('button', { name: 'Add', exact: true }), done: row }
    },
  }
}
